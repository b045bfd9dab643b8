/// An option together with the type of its value: the handle by which a command reads what was
/// given.
package struct Parameter<Value: Sendable>: Sendable {
    /// The option's entry in the table.
    package let option: Option
    let read: @Sendable ([ParsedValue]) -> Value

    private init(
        _ name: String, letter: Character?, formerly: [String] = [], placeholder: String = "",
        kind: ValueKind, defaultText: String? = nil, isRepeatable: Bool = false, summary: String,
        read: @escaping @Sendable ([ParsedValue]) -> Value
    ) {
        option = Option(
            name: name, formerNames: formerly, letter: letter, placeholder: placeholder, kind: kind,
            defaultText: defaultText, isRepeatable: isRepeatable, summary: summary)
        self.read = read
    }
}

extension Parameter<Bool> {
    /// Something that is asked for or not.
    package static func flag(
        _ name: String, letter: Character? = nil, formerly: [String] = [], summary: String
    ) -> Parameter {
        Parameter(name, letter: letter, formerly: formerly, kind: .flag, summary: summary) {
            !$0.isEmpty
        }
    }
}

extension Parameter<String?> {
    /// A text, or nothing.
    package static func text(
        _ name: String, letter: Character? = nil, placeholder: String, summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .text, summary: summary
        ) { $0.last?.text }
    }

    /// The path of a file, or nothing.
    package static func file(
        _ name: String, letter: Character? = nil, placeholder: String = "FILE", summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .file, summary: summary
        ) { $0.last?.text }
    }
}

extension Parameter<[String]> {
    /// As many texts as are given.
    package static func texts(
        _ name: String, letter: Character? = nil, placeholder: String, summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .text, isRepeatable: true,
            summary: summary
        ) { $0.compactMap(\.text) }
    }
}

extension Parameter<[(word: String, file: String?)]> {
    /// As many of these words as are given, each with a file after a colon or without.
    package static func choicesAndFiles(
        _ name: String, letter: Character? = nil, placeholder: String, among words: [String],
        summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .choiceAndFile(words),
            isRepeatable: true, summary: summary
        ) { $0.compactMap(\.text).map(ValueKind.parts) }
    }
}

extension Parameter<Int> {
    /// A whole number.
    package static func integer(
        _ name: String, letter: Character? = nil, formerly: [String] = [],
        placeholder: String = "N", in range: ClosedRange<Int>, default standard: Int,
        summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, formerly: formerly, placeholder: placeholder,
            kind: .integer(range), defaultText: "\(standard)", summary: summary
        ) { $0.last?.integer ?? standard }
    }
}

extension Parameter<Int?> {
    /// A whole number, or nothing.
    package static func integer(
        _ name: String, letter: Character? = nil, placeholder: String = "N",
        in range: ClosedRange<Int>, summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .integer(range), summary: summary
        ) { $0.last?.integer }
    }
}

extension Parameter<Double> {
    /// A number.
    package static func decimal(
        _ name: String, letter: Character? = nil, placeholder: String = "N",
        in range: ClosedRange<Double>, default standard: Double, summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .decimal(range),
            defaultText: standard.plain, summary: summary
        ) { $0.last?.decimal ?? standard }
    }
}

extension Parameter
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the cases of a type, by their raw values.
    package static func choice(
        _ name: String, letter: Character? = nil, placeholder: String, default standard: Value,
        summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder,
            kind: .choice(Value.allCases.map(\.rawValue)), defaultText: standard.rawValue,
            summary: summary
        ) { $0.last?.text.flatMap(Value.init(rawValue:)) ?? standard }
    }
}
