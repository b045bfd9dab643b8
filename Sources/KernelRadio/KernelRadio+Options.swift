package import PhoneMemory
package import Radio

extension KernelRadio {
    /// The choices a person can make about it.
    package struct Options: Sendable {
        package var adapter: AdapterChoice
        package var shape: Shape
        /// What phones call the host; nil for the machine's own name.
        package var name: String?
        package var memory: MemoryFolder
        /// The folder of the keys.
        package var folder: String

        package init(
            adapter: AdapterChoice = .any, shape: Shape, name: String? = nil,
            memory: MemoryFolder, folder: String
        ) {
            self.adapter = adapter
            self.shape = shape
            self.name = name
            self.memory = memory
            self.folder = folder
        }
    }
}
