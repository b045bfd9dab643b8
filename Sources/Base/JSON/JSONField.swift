internal import Basics

/// A value with its path, for reading a text with a fixed schema; errors name line and path.
package struct JSONField: Sendable {
    package let value: JSONValue
    /// Path from the root, for errors.
    package let path: JSONPath

    /// Creates the field of the whole text.
    package init(_ value: JSONValue) {
        self.init(value, at: .root)
    }

    init(_ value: JSONValue, at path: JSONPath) {
        self.value = value
        self.path = path
    }

    /// Returns an error about this field.
    ///
    /// - Parameter sentence: a predicate, such as "must be a string"; the field is its subject.
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

    /// Returns the string, or throws.
    package func string() throws(JSONError) -> String {
        guard case .string(let text) = value.content else { throw wrongKind("a string") }
        return text
    }

    /// Returns the Boolean, or throws.
    package func bool() throws(JSONError) -> Bool {
        guard case .bool(let truth) = value.content else { throw wrongKind("true or false") }
        return truth
    }

    /// Returns the integer within bounds, or throws.
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

    /// Returns the number within bounds, or throws.
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

    /// Returns the elements of the array, or throws.
    package func elements() throws(JSONError) -> [JSONField] {
        guard case .array(let elements) = value.content else { throw wrongKind("an array") }
        return elements.enumerated().map { JSONField($1, at: .element(path, $0)) }
    }

    /// Returns the choice whose name is this string, or throws.
    ///
    /// - Parameter thing: noun for the error, with its article, such as "a category".
    package func choice<Value>(
        of thing: String, among choices: [(name: String, value: Value)]
    ) throws(JSONError) -> Value {
        let word = try string()
        if let choice = choices.first(where: { $0.name == word }) { return choice.value }
        let names = choices.map(\.name)
        throw error(
            "\(word.quotedForErrors) is not \(thing); \(Self.advice(for: word, among: names))")
    }

    /// Returns the error for a value of the wrong type.
    ///
    /// - Parameter wanted: the right type, with its article, such as "an object".
    package func wrongKind(_ wanted: String) -> JSONError {
        error("must be \(wanted), not \(value.kind)")
    }

    /// Returns a suggestion or the list of allowed words.
    package static func advice(for word: String, among names: [String]) -> String {
        if let near = NearMatch.find(for: word, among: names) {
            return "did you mean \"\(near)\"?"
        }
        return "allowed: \(names.joined(separator: ", "))"
    }
}
