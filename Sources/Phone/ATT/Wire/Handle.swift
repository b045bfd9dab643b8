/// Handle of an attribute, of a peer or of this host; zero is invalid.
package struct Handle: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Next handle; nil after the last possible one.
    var next: Handle? {
        rawValue == .max ? nil : Handle(rawValue: rawValue + 1)
    }

    /// Compares the numbers.
    package static func < (left: Handle, right: Handle) -> Bool {
        left.rawValue < right.rawValue
    }

    /// No attribute, in errors without one.
    static let none = Handle(rawValue: 0)
    static let first = Handle(rawValue: 1)
    static let last = Handle(rawValue: .max)
}

/// A range of handles, including both ends; never empty.
package struct HandleRange: Hashable, Sendable {
    package let first: Handle
    package let last: Handle

    private init(checked first: Handle, _ last: Handle) {
        self.first = first
        self.last = last
    }

    /// Returns nil if the handles are not a range: zero, or the last before the first.
    package init?(first: Handle, last: Handle) {
        guard first > .none, first <= last else { return nil }
        self.init(checked: first, last)
    }

    /// All possible handles.
    static let all = HandleRange(checked: .first, .last)

    func contains(_ handle: Handle) -> Bool {
        first <= handle && handle <= last
    }

    func overlaps(_ other: HandleRange) -> Bool {
        first <= other.last && other.first <= last
    }

    /// Returns the smallest range with all handles of both.
    func union(_ other: HandleRange) -> HandleRange {
        HandleRange(checked: min(first, other.first), max(last, other.last))
    }
}
