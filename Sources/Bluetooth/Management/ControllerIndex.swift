/// The kernel's number of an adapter: 0 is hci0.
package struct ControllerIndex: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// What stands where something is about no adapter.
    package static let none = ControllerIndex(rawValue: 0xFFFF)
}

extension ControllerIndex: CustomStringConvertible {
    package var description: String { self == .none ? "no adapter" : "hci\(rawValue)" }
}
