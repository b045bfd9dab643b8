/// The kernel's number of an adapter: 0 is hci0.
package struct ControllerIndex: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt16

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// What stands where something is about no adapter.
    package static let none = ControllerIndex(rawValue: 0xFFFF)
}

extension ControllerIndex: CustomStringConvertible {
    /// Its name as people know it.
    package var description: String { self == .none ? "no adapter" : "hci\(rawValue)" }
}
