package import Radio

extension KernelRadio {
    /// The choices a person can make about it.
    package struct Options: Sendable {
        /// Which adapter a person wants.
        package var adapter: AdapterChoice
        /// What the host looks like on air.
        package var shape: Shape
        /// What phones call the host; nil for the machine's own name.
        package var name: String?
        /// Where the list of phones is.
        package var memory: MemoryFolder
        /// The folder of the keys.
        package var folder: String

        /// Choices, of which most need none.
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
