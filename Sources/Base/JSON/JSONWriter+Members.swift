extension JSONWriter {
    /// Writes a member that is a string.
    package mutating func member(_ key: String, _ value: String) {
        self.key(key)
        self.value(value)
    }

    /// Writes a member that is an integer.
    package mutating func member(_ key: String, _ value: some FixedWidthInteger) {
        self.key(key)
        self.value(value)
    }

    /// Writes a member that is `true` or `false`.
    package mutating func member(_ key: String, _ value: Bool) {
        self.key(key)
        self.value(value)
    }

    /// Writes a member that is an object.
    package mutating func object(_ key: String, _ members: (inout JSONWriter) -> Void) {
        self.key(key)
        object(members)
    }

    /// Writes a member that is an array.
    package mutating func array(_ key: String, _ elements: (inout JSONWriter) -> Void) {
        self.key(key)
        array(elements)
    }

    /// Writes a member that is an array of objects; the closure writes the members of one.
    package mutating func objects<Element>(
        _ key: String, _ elements: some Sequence<Element>,
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        array(key) { writer in
            for element in elements { writer.object { members(&$0, element) } }
        }
    }

    /// Writes a member that is an array of strings.
    package mutating func values(_ key: String, _ texts: some Sequence<String>) {
        array(key) { writer in
            for text in texts { writer.value(text) }
        }
    }
}
