internal import Notices

/// Value of a statement's parameter.
enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// Valid UTF-8.
    case text([UInt8])
    case blob([UInt8])
}

extension DatabaseValue {
    init(_ text: String) {
        self = .text(Array(text.utf8))
    }

    /// Creates a text value if the bytes are valid UTF-8, so that SQLite's own tools show it; else
    /// a blob.
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
