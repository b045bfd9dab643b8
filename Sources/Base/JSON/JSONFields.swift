/// The members of an object with a fixed set of keys.
package struct JSONFields: Sendable {
    private let object: JSONField
    private let members: [JSONMember]

    /// Reads an object, and throws if a key is not allowed.
    package init(of field: JSONField, allowed: [String]) throws(JSONError) {
        guard case .object(let members) = field.value.content else {
            throw field.wrongKind("an object")
        }
        object = field
        self.members = members
        for member in members where !allowed.contains(where: member.isNamed) {
            throw JSONError(
                position: member.position, path: .member(field.path, member.key),
                sentence: "there is no such field; "
                    + JSONField.advice(for: member.key, among: allowed))
        }
    }

    /// Reads an object with arbitrary keys.
    package init(anyKeysOf field: JSONField) throws(JSONError) {
        guard case .object(let members) = field.value.content else {
            throw field.wrongKind("an object")
        }
        object = field
        self.members = members
    }

    /// All members in the order of the text.
    package var all: [(key: String, field: JSONField)] {
        members.map { ($0.key, JSONField($0.value, at: .member(object.path, $0.key))) }
    }

    /// Returns the given keys without those that the object lacks.
    package func present(of keys: [String]) -> [String] {
        keys.filter { key in members.contains { $0.isNamed(key) } }
    }

    /// The member with this key, or nil.
    package subscript(key: String) -> JSONField? {
        guard let member = members.first(where: { $0.isNamed(key) }) else { return nil }
        return JSONField(member.value, at: .member(object.path, key))
    }

    /// Returns the member with this key, or throws if it is missing.
    package func required(_ key: String) throws(JSONError) -> JSONField {
        guard let field = self[key] else {
            throw JSONError(
                position: object.value.position, path: .member(object.path, key),
                sentence: "this field is missing")
        }
        return field
    }

    /// Returns an error about the object as a whole.
    package func error(_ sentence: String) -> JSONError {
        object.error(sentence)
    }
}
