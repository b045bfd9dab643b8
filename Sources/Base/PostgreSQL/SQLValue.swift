/// A value that a statement is given.
///
/// The server takes each for what it is needed as: a text for a moment, an integer for a number. Bytes alone are always bytes.
package enum SQLValue: Hashable, Sendable {
    /// None.
    case null
    /// A whole number.
    case integer(Int64)
    /// True or false.
    case bool(Bool)
    /// A number with a fraction; infinity and what is no number among them.
    case number(Double)
    /// A text; PostgreSQL has none with a zero character in it.
    case text(String)
    /// Any bytes.
    case bytes([UInt8])
    /// A list of whole numbers.
    case integers([Int64?])
    /// A list of truths.
    case bools([Bool?])
    /// A list of numbers.
    case numbers([Double?])
    /// A list of texts.
    case texts([String?])

    /// A text, or none.
    package static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

    /// A whole number, or none.
    package static func integer(_ number: Int64?) -> SQLValue {
        number.map { .integer($0) } ?? .null
    }

    /// What the server reads; nil for none.
    var bytes: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): Array("\(number)".utf8)
        case .bool(let truth): [truth ? 0x74 : 0x66]
        case .number(let number): Array("\(number)".utf8)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .integers(let numbers): ArrayLiteral.write(numbers) { Array("\($0)".utf8) }
        case .bools(let truths): ArrayLiteral.write(truths) { [$0 ? 0x74 : 0x66] }
        case .numbers(let numbers): ArrayLiteral.write(numbers) { Array("\($0)".utf8) }
        case .texts(let texts): ArrayLiteral.write(texts) { ArrayLiteral.quoted($0) }
        }
    }

    /// Whether the bytes are the value itself and not a text of it.
    var isBinary: Bool { if case .bytes = self { true } else { false } }

    /// Whether a text of it has a character that PostgreSQL knows in no text.
    var hasZero: Bool {
        switch self {
        case .text(let text): text.utf8.contains(0)
        case .texts(let texts): texts.contains { $0?.utf8.contains(0) ?? false }
        default: false
        }
    }
}
