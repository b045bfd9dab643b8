package import Radio

extension KernelRadio {
    /// User settings of the radio.
    package struct Options: Sendable {
        /// Choice of the adapter.
        package var adapter: AdapterChoice
        /// Appearance of the host to phones.
        package var shape: Shape
        /// Name of the host as phones see it; nil for the host's own name.
        package var name: String?
        /// Folder with the list of phones.
        package var memory: MemoryFolder
        /// Folder of the keys.
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
