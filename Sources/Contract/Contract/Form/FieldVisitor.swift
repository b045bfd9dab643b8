package import JSON

/// Passes over the fields of a value: one writes them, one reads them, one collects their names.
package protocol FieldVisitor {
    /// What can go wrong; nothing can for those who write.
    associatedtype Failure: Error

    /// One field; nil where it is absent.
    mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) throws(Failure)

    /// Complains of the first of these fields that is there, while something else is so.
    mutating func refuse(_ names: String..., while isSo: Bool, _ why: String) throws(Failure)
}

extension FieldVisitor {
    package mutating func refuse(_ names: String..., while isSo: Bool, _ why: String) {}

    /// A field that is always there.
    package mutating func required<K: Kind>(
        _ name: String, _ value: inout K.Value, _ kind: K
    ) throws(Failure) {
        var found: K.Value? = value
        try field(name, &found, kind, isRequired: true)
        if let found { value = found }
    }

    /// A field that is absent for nil.
    package mutating func optional<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K
    ) throws(Failure) {
        try field(name, &value, kind, isRequired: false)
    }

    /// A field that is absent for its usual value.
    package mutating func usual<K: Kind>(
        _ name: String, _ value: inout K.Value, _ kind: K, _ usual: K.Value
    ) throws(Failure) where K.Value: Equatable {
        var found = value == usual ? nil : value
        try field(name, &found, kind, isRequired: false)
        value = found ?? usual
    }
}

extension JSONWriter: FieldVisitor {
    package mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) {
        guard let value else { return }
        key(name)
        kind.write(value, to: &self)
    }
}

/// Reads the fields of an object.
struct FieldReader: FieldVisitor {
    let fields: JSONFields

    mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) throws(JSONError) {
        let field = isRequired ? try fields.required(name) : fields[name]
        value = if let field { try kind.read(field) } else { nil }
    }

    mutating func refuse(
        _ names: String..., while isSo: Bool, _ why: String
    ) throws(JSONError) {
        guard isSo else { return }
        for name in names {
            if let field = fields[name] { throw field.error(why) }
        }
    }
}

/// Collects the names of the fields.
struct FieldNames: FieldVisitor {
    private(set) var all: [String] = []

    mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) {
        all.append(name)
    }
}
