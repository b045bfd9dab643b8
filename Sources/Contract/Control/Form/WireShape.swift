package import JSON

/// A value that is an object in JSON; one function lists its fields for writing and reading.
package protocol WireShape: Hashable, Sendable {
    /// Initial value for reading, with the default of each field.
    static var blank: Self { get }
    /// Names of all fields, in the order used by error messages.
    static var fieldNames: [String] { get }
    /// Passes each field to a visitor, in the order of writing.
    ///
    /// Writing and collecting names call this on a copy.
    mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure)
}

extension WireShape {
    /// Fields visited in a blank value; a shape that visits fewer of them overrides this.
    package static var fieldNames: [String] {
        var (blank, names) = (Self.blank, FieldNames())
        blank.visit(&names)
        return names.all
    }

    /// Reads a value from an object; unknown members are ignored.
    package init(_ fields: JSONFields) throws(JSONError) {
        self = .blank
        var reader = FieldReader(fields: fields)
        try visit(&reader)
    }

    /// Writes the fields as members of an object that has been opened.
    package func writeFields(to writer: inout JSONWriter) {
        var copy = self
        copy.visit(&writer)
    }
}
