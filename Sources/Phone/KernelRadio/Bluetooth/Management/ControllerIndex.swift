/// Number of an adapter in the kernel: 0 is hci0.
package struct ControllerIndex: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Value for commands and events without an adapter.
    package static let none = ControllerIndex(rawValue: 0xFFFF)
}

extension ControllerIndex: CustomStringConvertible {
    /// Name of the adapter.
    package var description: String { self == .none ? "no adapter" : "hci\(rawValue)" }
}
