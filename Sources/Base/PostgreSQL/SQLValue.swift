/// A parameter value.
///
/// The server infers the type from the context: a text can be a timestamp, and an integer any
/// number. Only `bytes` are always sent as `bytea`.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case bool(Bool)
    /// A floating-point number, including infinity and NaN.
    case number(Double)
    /// A text; PostgreSQL does not allow NUL characters.
    case text(String)
    case bytes([UInt8])
    case integers([Int64?])
    /// An array of Booleans.
    case bools([Bool?])
    case numbers([Double?])
    case texts([String?])

    /// Returns a text or NULL.
    package static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

    /// Returns an integer or NULL.
    package static func integer(_ number: Int64?) -> SQLValue {
        number.map { .integer($0) } ?? .null
    }

    /// The encoded value; nil for NULL.
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

    /// Whether the encoding is binary.
    var isBinary: Bool { if case .bytes = self { true } else { false } }

    /// Whether a text contains a NUL character.
    var hasZero: Bool {
        switch self {
        case .text(let text): text.utf8.contains(0)
        case .texts(let texts): texts.contains { $0?.utf8.contains(0) ?? false }
        default: false
        }
    }
}
