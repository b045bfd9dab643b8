/// The members of an object of which no other keys are expected than the ones named.
package struct JSONFields: Sendable {
    private let object: JSONField
    private let members: [JSONMember]

    /// Takes an object apart, and refuses one with a key that is not among those allowed.
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

    /// Takes apart an object whose keys are data.
    package init(anyKeysOf field: JSONField) throws(JSONError) {
        guard case .object(let members) = field.value.content else {
            throw field.wrongKind("an object")
        }
        object = field
        self.members = members
    }

    /// Every member in the order of the text.
    package var all: [(key: String, field: JSONField)] {
        members.map { ($0.key, JSONField($0.value, at: .member(object.path, $0.key))) }
    }

    /// Those of these keys that the object has.
    package func present(of keys: [String]) -> [String] {
        keys.filter { key in members.contains { $0.isNamed(key) } }
    }

    /// The member with this key, if there is one.
    package subscript(key: String) -> JSONField? {
        guard let member = members.first(where: { $0.isNamed(key) }) else { return nil }
        return JSONField(member.value, at: .member(object.path, key))
    }

    /// The member with this key, which must be there.
    package func required(_ key: String) throws(JSONError) -> JSONField {
        guard let field = self[key] else {
            throw JSONError(
                position: object.value.position, path: .member(object.path, key),
                sentence: "this field is missing")
        }
        return field
    }

    /// The complaint that something is wrong with the object as a whole.
    package func error(_ sentence: String) -> JSONError {
        object.error(sentence)
    }
}
