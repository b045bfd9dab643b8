/// An option with the type of its value, which reads the given value.
package struct Parameter<Value: Sendable>: Sendable {
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
    /// Creates a flag.
    package static func flag(
        _ name: String, letter: Character? = nil, formerly: [String] = [], summary: String
    ) -> Parameter {
        Parameter(name, letter: letter, formerly: formerly, kind: .flag, summary: summary) {
            !$0.isEmpty
        }
    }
}

extension Parameter<String?> {
    /// Creates an optional text.
    package static func text(
        _ name: String, letter: Character? = nil, placeholder: String, summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .text, summary: summary
        ) { $0.last?.text }
    }

    /// Creates an optional file path.
    package static func file(
        _ name: String, letter: Character? = nil, placeholder: String = "FILE", summary: String
    ) -> Parameter {
        Parameter(
            name, letter: letter, placeholder: placeholder, kind: .file, summary: summary
        ) { $0.last?.text }
    }
}

extension Parameter<[String]> {
    /// Creates a repeatable text.
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
    /// Creates a repeatable choice of words, each optionally followed by a colon and a file.
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
    /// Creates an integer with a default.
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
    /// Creates an optional integer.
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
    /// Creates a number with a default.
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
    /// Creates a choice of the raw values of a type.
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
