package import Radio

extension BlueZRadio {
    /// The choices a person can make about it.
    package struct Options: Sendable {
        /// Which adapter a person wants.
        package var adapter: AdapterChoice
        /// What the host looks like on air.
        package var shape: Shape
        /// What phones call the host; nil for the adapter's own name.
        package var name: String?
        /// How texts come from bluetoothd.
        package var mode: DataSourceMode
        /// Where the list of phones is.
        package var memory: MemoryFolder

        /// Choices, of which most need none.
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
