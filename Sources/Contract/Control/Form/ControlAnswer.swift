package import JSON

/// Answer of the bridge to a request, as a value.
///
/// Decoding is lenient: a missing or invalid member keeps the value of `blank`, since another version of the bridge may
/// send fewer members or more.
package protocol ControlAnswer: WireShape {
    /// Creates an empty answer.
    init()
}

extension ControlAnswer {
    package static var blank: Self { Self() }

    /// Decodes as many members of an object as are valid.
    package init(gently value: JSONValue) {
        self.init()
        var reader = GentleReader(value: value)
        visit(&reader)
    }
}

/// Answer without content: the request succeeded.
package struct NoAnswer: ControlAnswer {
    package init() {}
    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {}
}

/// Reads the fields of an object and keeps the previous value of fields that are missing or invalid.
struct GentleReader: FieldVisitor {
    let value: JSONValue

    mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) {
        guard let member = self.value[name], let found = try? kind.read(JSONField(member)) else {
            return
        }
        value = found
    }
}
