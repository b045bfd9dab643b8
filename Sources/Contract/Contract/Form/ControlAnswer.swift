package import JSON

/// What the bridge answers to a request, as a value.
///
/// It is read gently: a member that is missing or makes no sense leaves what the blank value has, since a bridge of another version
/// may answer with fewer members or more.
package protocol ControlAnswer: WireShape {
    /// An answer in which nothing is said.
    init()
}

extension ControlAnswer {
    package static var blank: Self { Self() }

    /// Reads as much of an object as can be understood.
    package init(gently value: JSONValue) {
        self.init()
        var reader = GentleReader(value: value)
        visit(&reader)
    }
}

/// The answer that a request was done, of which there is nothing more to say.
package struct NoAnswer: ControlAnswer {
    package init() {}
    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {}
}

/// Reads the fields of an object and leaves those as they are that cannot be read.
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
