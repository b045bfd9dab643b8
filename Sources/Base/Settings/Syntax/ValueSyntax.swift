/// How a value of some type is written in a configuration file.
package struct ValueSyntax<Value: Sendable>: Sendable {
    /// What is wanted, as it reads after "wants".
    package let wants: String
    /// The words that can be meant, where they are few.
    package let words: [String]
    /// Reads a value, or refuses the text.
    package let read: @Sendable (String) throws(ValueRefusal) -> Value
    let write: @Sendable (Value) -> String

    /// - Parameters:
    ///   - wants: as it reads after "wants".
    ///   - words: the words that can be meant, where they are few.
    ///   - read: makes a value of the text, or refuses it.
    ///   - write: the text of a value, as help and the sample file show a default.
    package init(
        wants: String, words: [String] = [],
        read: @escaping @Sendable (String) throws(ValueRefusal) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.wants = wants
        self.words = words
        self.read = read
        self.write = write
    }
}

/// Why a text is no value.
package enum ValueRefusal: Error, Hashable, Sendable {
    /// It is none of this kind.
    case otherKind
    /// It is of this kind, but this is wrong with it: a clause without a full stop, which must not
    /// repeat what may be secret.
    case because(String)
}

extension ValueSyntax where Value: Equatable {
    /// A syntax whose reading either gives a value or says that this is something else.
    init(
        wants: String, words: [String] = [], reading: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.init(
            wants: wants, words: words,
            read: { (text) throws(ValueRefusal) in
                guard let value = reading(text) else { throw .otherKind }
                return value
            }, write: write)
    }
}
