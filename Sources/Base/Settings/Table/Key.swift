/// A key of a section, with all data for help, the sample file and the parser.
package struct KeyEntry: Sendable {
    /// Name before the equals sign.
    package let name: String
    /// Description of valid values, for error messages.
    package let wants: String
    /// Short description of valid values, for tables.
    let kind: String
    /// The valid words of a choice, for suggestions; empty for other values.
    package let words: [String]
    /// Whether the value is a comma-separated list.
    package let isList: Bool
    /// Whether the key may be repeated, so that every value counts.
    package let isRepeatable: Bool
    /// Whether the section requires the key.
    package let isRequired: Bool
    /// Whether errors must not repeat the value.
    package let isSecret: Bool
    /// The default, as it would be written; nil if there is none.
    package let defaultText: String?
    /// An example value, as it would be written.
    package let example: String
    /// One line, without a full stop.
    package let summary: String
    let check: @Sendable (String) throws(ValueRefusal) -> Void
}

/// A key with the type of its value, which reads the value.
package struct Key<Value: Sendable>: Sendable {
    /// The key without the type of its value.
    package let entry: KeyEntry
    /// Converts the given texts, which are already validated; nil stands for a key that was not given.
    let read: @Sendable ([String]?) -> Value

    private init<Element>(
        _ name: String, _ syntax: ValueSyntax<Element>, isList: Bool = false,
        isRepeatable: Bool = false, isRequired: Bool = false, isSecret: Bool,
        defaultText: String?, example: String?, summary: String,
        read: @escaping @Sendable ([Element]?) -> Value
    ) {
        entry = KeyEntry(
            name: name, wants: syntax.wants, kind: syntax.kind, words: syntax.words,
            isList: isList, isRepeatable: isRepeatable, isRequired: isRequired, isSecret: isSecret,
            defaultText: defaultText, example: example ?? defaultText ?? "", summary: summary,
            check: { (text) throws(ValueRefusal) in _ = try syntax.read(text) })
        self.read = { texts in read(texts?.compactMap { try? syntax.read($0) }) }
    }
}

extension Key {
    /// Creates a key with a default.
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

    /// Creates an optional or a required key without a default.
    package static func optional<Element>(
        _ name: String, _ syntax: ValueSyntax<Element>, isRequired: Bool = false, example: String,
        isSecret: Bool = false, summary: String
    ) -> Key where Value == Element? {
        Key(
            name, syntax, isRequired: isRequired, isSecret: isSecret, defaultText: nil,
            example: example, summary: summary
        ) { $0?.last }
    }

    /// Creates a key with a comma-separated list; `""` is the empty list.
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

    /// Creates a repeatable key.
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
