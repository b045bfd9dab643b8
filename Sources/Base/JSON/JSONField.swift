internal import Basics

/// A value together with its path, for reading what a text must hold; every complaint names both.
package struct JSONField: Sendable {
    /// What is there.
    package let value: JSONValue
    /// The way to it from the whole, for complaints.
    package let path: JSONPath

    /// The whole text.
    package init(_ value: JSONValue) {
        self.init(value, at: .root)
    }

    init(_ value: JSONValue, at path: JSONPath) {
        self.value = value
        self.path = path
    }

    /// The complaint that this field is wrong, as a sentence without its subject.
    package func error(_ sentence: String) -> JSONError {
        JSONError(position: value.position, path: path, sentence: sentence)
    }

    /// Whether the value is `null`.
    package var isNull: Bool {
        if case .null = value.content { true } else { false }
    }

    /// Whether the value is a string.
    package var isString: Bool {
        if case .string = value.content { true } else { false }
    }

    /// Whether the value is an object.
    package var isObject: Bool {
        if case .object = value.content { true } else { false }
    }

    /// Whether the value is a number.
    package var isNumber: Bool {
        switch value.content {
        case .integer, .largeInteger, .decimal: true
        default: false
        }
    }

    /// The string that the value must be.
    package func string() throws(JSONError) -> String {
        guard case .string(let text) = value.content else { throw wrongKind("a string") }
        return text
    }

    /// The truth value that the value must be.
    package func bool() throws(JSONError) -> Bool {
        guard case .bool(let truth) = value.content else { throw wrongKind("true or false") }
        return truth
    }

    /// The number without fraction that the value must be, within bounds.
    package func integer(in bounds: ClosedRange<Int>) throws(JSONError) -> Int {
        let wanted = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        switch value.content {
        case .integer(let number):
            guard let number = Int(exactly: number), bounds.contains(number) else {
                throw error("must be \(wanted), not \(number)")
            }
            return number
        case .largeInteger(let number): throw error("must be \(wanted), not \(number)")
        case .decimal(let number): throw error("must be \(wanted), not \(number)")
        default: throw wrongKind(wanted)
        }
    }

    /// The number that the value must be, within bounds.
    package func number(in bounds: ClosedRange<Double>) throws(JSONError) -> Double {
        let number: Double
        switch value.content {
        case .integer(let value): number = Double(value)
        case .largeInteger(let value): number = Double(value)
        case .decimal(let value): number = value
        default: throw wrongKind("a number")
        }
        guard bounds.contains(number) else {
            throw error(
                "must be from \(bounds.lowerBound) to \(bounds.upperBound), not \(number)")
        }
        return number
    }

    /// The elements of the array that the value must be.
    package func elements() throws(JSONError) -> [JSONField] {
        guard case .array(let elements) = value.content else { throw wrongKind("an array") }
        return elements.enumerated().map { JSONField($1, at: .element(path, $0)) }
    }

    /// One of the words of a list; `thing` says what the words name, with its article.
    package func choice<Value>(
        of thing: String, among choices: [(name: String, value: Value)]
    ) throws(JSONError) -> Value {
        let word = try string()
        if let choice = choices.first(where: { $0.name == word }) { return choice.value }
        let names = choices.map(\.name)
        throw error(
            "\(word.quotedForErrors) is not \(thing); \(Self.advice(for: word, among: names))")
    }

    /// The complaint that the value is something else than what it must be.
    package func wrongKind(_ wanted: String) -> JSONError {
        error("must be \(wanted), not \(value.kind)")
    }

    /// What to write instead of a word that is not among the allowed ones.
    package static func advice(for word: String, among names: [String]) -> String {
        if let near = NearMatch.find(for: word, among: names) {
            return "did you mean \"\(near)\"?"
        }
        return "allowed: \(names.joined(separator: ", "))"
    }
}
