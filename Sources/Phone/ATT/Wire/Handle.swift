/// Names one attribute of a peer; zero is none.
package struct Handle: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt16

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The handle after this one, unless this is the last there can be.
    var next: Handle? {
        rawValue == .max ? nil : Handle(rawValue: rawValue + 1)
    }

    /// Whether it comes before another one.
    package static func < (left: Handle, right: Handle) -> Bool {
        left.rawValue < right.rawValue
    }

    /// No attribute, in errors that are about none.
    static let none = Handle(rawValue: 0)
    /// The lowest handle.
    static let first = Handle(rawValue: 1)
    /// The highest handle.
    static let last = Handle(rawValue: .max)
}

/// Handles from one to another, both included; never empty.
package struct HandleRange: Hashable, Sendable {
    /// The lowest of them.
    package let first: Handle
    /// The highest of them.
    package let last: Handle

    private init(checked first: Handle, _ last: Handle) {
        self.first = first
        self.last = last
    }

    /// Nil where the handles are no range: zero, or the last before the first.
    package init?(first: Handle, last: Handle) {
        guard first > .none, first <= last else { return nil }
        self.init(checked: first, last)
    }

    /// Every handle there can be.
    static let all = HandleRange(checked: .first, .last)

    func contains(_ handle: Handle) -> Bool {
        first <= handle && handle <= last
    }

    func overlaps(_ other: HandleRange) -> Bool {
        first <= other.last && other.first <= last
    }

    /// The smallest range with all handles of both.
    func union(_ other: HandleRange) -> HandleRange {
        HandleRange(checked: min(first, other.first), max(last, other.last))
    }
}
