package import Radio

extension BlueZRadio {
    /// User settings of the radio.
    package struct Options: Sendable {
        /// Choice of the adapter.
        package var adapter: AdapterChoice
        /// Appearance of the host to phones.
        package var shape: Shape
        /// Name of the host as phones see it; nil for the adapter's own name.
        package var name: String?
        /// Method of receiving texts from bluetoothd.
        package var mode: DataSourceMode
        /// Folder with the list of phones.
        package var memory: MemoryFolder

        package init(
            adapter: AdapterChoice = .any, shape: Shape, name: String? = nil,
            mode: DataSourceMode = .auto, memory: MemoryFolder
        ) {
            self.adapter = adapter
            self.shape = shape
            self.name = name
            self.mode = mode
            self.memory = memory
        }
    }
}
