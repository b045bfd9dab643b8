package import JSON

/// Visitor of the fields of a value, such as a writer, a reader, or a collector of names.
package protocol FieldVisitor {
    /// Error of a visit; `Never` for writers.
    associatedtype Failure: Error

    /// Visits a field; the value is nil if the field is absent.
    mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) throws(Failure)

    /// Throws for the first of these fields that is present while a condition holds.
    mutating func refuse(_ names: String..., while isSo: Bool, _ why: String) throws(Failure)
}

extension FieldVisitor {
    package mutating func refuse(_ names: String..., while isSo: Bool, _ why: String) {}

    /// Visits a field that is always present.
    package mutating func required<K: Kind>(
        _ name: String, _ value: inout K.Value, _ kind: K
    ) throws(Failure) {
        var found: K.Value? = value
        try field(name, &found, kind, isRequired: true)
        if let found { value = found }
    }

    /// Visits a field that is absent if nil.
    package mutating func optional<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K
    ) throws(Failure) {
        try field(name, &value, kind, isRequired: false)
    }

    /// Visits a field that is absent if it has its default value.
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
