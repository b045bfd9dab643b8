/// A key of a section, with everything that help, the sample file and the reader need of it.
package struct KeyEntry: Sendable {
    /// The word before the equals sign.
    package let name: String
    /// What is wanted, as it reads after "wants".
    package let wants: String
    /// The words that can be meant, where they are few.
    package let words: [String]
    /// Whether the value is a list, separated by commas.
    package let isList: Bool
    /// Whether the key may stand more than once, and every value counts.
    package let isRepeatable: Bool
    /// Whether the section is wrong without it.
    package let isRequired: Bool
    /// Whether no problem may repeat the value.
    package let isSecret: Bool
    /// What holds where the key is absent, as it would be written; nil where nothing does.
    package let defaultText: String?
    /// A value worth showing, as it would be written.
    package let example: String
    /// One line, without a full stop.
    package let summary: String
    let check: @Sendable (String) throws(ValueRefusal) -> Void
}

/// A key together with the type of its value: the handle by which a value is read.
package struct Key<Value: Sendable>: Sendable {
    /// The key's row in the table.
    package let entry: KeyEntry
    /// Makes the value of the texts that were given, each checked already, or of none.
    let read: @Sendable ([String]?) -> Value

    private init<Element>(
        _ name: String, _ syntax: ValueSyntax<Element>, isList: Bool = false,
        isRepeatable: Bool = false, isRequired: Bool = false, isSecret: Bool,
        defaultText: String?, example: String?, summary: String,
        read: @escaping @Sendable ([Element]?) -> Value
    ) {
        entry = KeyEntry(
            name: name, wants: syntax.wants, words: syntax.words, isList: isList,
            isRepeatable: isRepeatable, isRequired: isRequired, isSecret: isSecret,
            defaultText: defaultText, example: example ?? defaultText ?? "", summary: summary,
            check: { (text) throws(ValueRefusal) in _ = try syntax.read(text) })
        self.read = { texts in read(texts?.compactMap { try? syntax.read($0) }) }
    }
}

extension Key {
    /// A key with a value that holds where it is absent.
    package init(
        _ name: String, _ syntax: ValueSyntax<Value>, default standard: Value,
        example: String? = nil, isSecret: Bool = false, summary: String
    ) {
        self.init(
            name, syntax, isSecret: isSecret,
            defaultText: WrittenValue.single(syntax.write(standard)), example: example,
            summary: summary
        ) { $0?.last ?? standard }
    }

    /// A key that may be absent, or one without which its section is wrong.
    package static func optional<Element>(
        _ name: String, _ syntax: ValueSyntax<Element>, isRequired: Bool = false, example: String,
        isSecret: Bool = false, summary: String
    ) -> Key where Value == Element? {
        Key(
            name, syntax, isRequired: isRequired, isSecret: isSecret, defaultText: nil,
            example: example, summary: summary
        ) { $0?.last }
    }

    /// A key with a list, separated by commas; `""` is the empty one.
    package static func list<Element>(
        _ name: String, of syntax: ValueSyntax<Element>, default standard: [Element] = [],
        example: String, isSecret: Bool = false, summary: String
    ) -> Key where Value == [Element] {
        let text = WrittenValue.list(standard.map(syntax.write))
        return Key(
            name, syntax, isList: true, isSecret: isSecret,
            defaultText: standard.isEmpty ? nil : text, example: example, summary: summary
        ) { $0 ?? standard }
    }

    /// A key that may stand any number of times.
    package static func repeated<Element>(
        _ name: String, _ syntax: ValueSyntax<Element>, example: String, isSecret: Bool = false,
        summary: String
    ) -> Key where Value == [Element] {
        Key(
            name, syntax, isRepeatable: true, isSecret: isSecret, defaultText: nil,
            example: example, summary: summary
        ) { $0 ?? [] }
    }
}
