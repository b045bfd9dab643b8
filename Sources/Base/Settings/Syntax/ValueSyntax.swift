/// Text syntax of a value in a configuration file.
package struct ValueSyntax<Value: Sendable>: Sendable {
    /// Description of valid values, for error messages.
    package let wants: String
    /// Short description of valid values, for tables.
    package let kind: String
    /// The valid words of a choice, for suggestions and completion; empty for other values.
    package let words: [String]
    /// Parses a value, or throws.
    package let read: @Sendable (String) throws(ValueRefusal) -> Value
    let write: @Sendable (Value) -> String

    /// - Parameters:
    ///   - wants: description of valid values, for error messages.
    ///   - kind: a shorter one, for tables; `wants` if nil.
    ///   - words: the valid words of a choice; empty for other values.
    ///   - read: parses a text, or throws.
    ///   - write: returns the text of a value, as help and the sample file show a default.
    package init(
        wants: String, kind: String? = nil, words: [String] = [],
        read: @escaping @Sendable (String) throws(ValueRefusal) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.wants = wants
        self.kind = kind ?? wants
        self.words = words
        self.read = read
        self.write = write
    }
}

/// The reason why a text is not a valid value.
package enum ValueRefusal: Error, Hashable, Sendable {
    /// The text is not a value of this kind.
    case otherKind
    /// The value has this problem: a clause without a full stop, which must not repeat a value that
    /// may be secret.
    case because(String)
}

extension ValueSyntax where Value: Equatable {
    /// Creates a syntax whose parser returns nil for an invalid text.
    init(
        wants: String, kind: String? = nil, words: [String] = [],
        reading: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.init(
            wants: wants, kind: kind, words: words,
            read: { (text) throws(ValueRefusal) in
                guard let value = reading(text) else { throw .otherKind }
                return value
            }, write: write)
    }
}
