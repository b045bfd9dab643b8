/// Lenient access to a value and to the members of an object.
///
/// A missing value, or one of another type, is nil, false or an empty list.
extension JSONValue {
    /// The string, if this value is one.
    package var text: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// Returns the string for a key.
    package func text(_ key: String) -> String? {
        if case .string(let text) = self[key]?.content { text } else { nil }
    }

    /// Returns whether the value for a key is `true`.
    package func isTrue(_ key: String) -> Bool {
        if case .bool(true) = self[key]?.content { true } else { false }
    }

    /// Returns the integer for a key.
    package func number(_ key: String) -> Int? {
        if case .integer(let number) = self[key]?.content { Int(number) } else { nil }
    }

    /// Returns the elements of the array for a key.
    package func list(_ key: String) -> [JSONValue] {
        if case .array(let elements) = self[key]?.content { elements } else { [] }
    }
}
