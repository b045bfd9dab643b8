/// What programs read most in what another one has told.
extension JSONValue {
    /// The string that this is.
    package var text: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The string under a key.
    package func text(_ key: String) -> String? {
        if case .string(let text) = self[key]?.content { text } else { nil }
    }

    /// Whether it is true what stands under a key.
    package func isTrue(_ key: String) -> Bool {
        if case .bool(true) = self[key]?.content { true } else { false }
    }

    /// The whole number under a key.
    package func number(_ key: String) -> Int? {
        if case .integer(let number) = self[key]?.content { Int(number) } else { nil }
    }

    /// The elements of the array under a key.
    package func list(_ key: String) -> [JSONValue] {
        if case .array(let elements) = self[key]?.content { elements } else { [] }
    }
}
