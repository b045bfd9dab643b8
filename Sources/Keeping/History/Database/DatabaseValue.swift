internal import Notices

/// A value that a statement is given.
enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// Bytes that are valid UTF-8.
    case text([UInt8])
    /// Any bytes.
    case blob([UInt8])
}

extension DatabaseValue {
    init(_ text: String) {
        self = .text(Array(text.utf8))
    }

    /// The exact bytes of a text: one that SQLite's own tools show where they are valid.
    init(_ text: Text) {
        self = text.isValid ? .text(text.bytes) : .blob(text.bytes)
    }

    init(_ text: Text?) {
        self = text.map(DatabaseValue.init(_:)) ?? .null
    }

    init(_ number: some BinaryInteger) {
        self = .integer(Int64(clamping: number))
    }

    init(_ number: (some BinaryInteger)?) {
        self = number.map { .integer(Int64(clamping: $0)) } ?? .null
    }

    init(_ truth: Bool) {
        self = .integer(truth ? 1 : 0)
    }
}
