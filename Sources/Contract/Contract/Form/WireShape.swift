package import JSON

/// A value that is an object in JSON: one function shows its fields, for writing and for reading.
package protocol WireShape: Hashable, Sendable {
    /// A value to read into, of which each field is replaced or left as it usually is.
    static var blank: Self { get }
    /// The names of all fields, in the order in which complaints list them.
    static var fieldNames: [String] { get }
    /// Shows each field to a visitor, in the order in which they are written.
    ///
    /// It runs for writing and for collecting names as well, on a copy.
    mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure)
}

extension WireShape {
    /// The names that are visited of a blank value; a shape that visits fewer of them lists its names itself.
    package static var fieldNames: [String] {
        var (blank, names) = (Self.blank, FieldNames())
        blank.visit(&names)
        return names.all
    }

    /// Reads a value from an object; members that it does not know are passed over.
    package init(_ fields: JSONFields) throws(JSONError) {
        self = .blank
        var reader = FieldReader(fields: fields)
        try visit(&reader)
    }

    /// Writes the fields as members of an object that was begun.
    package func writeFields(to writer: inout JSONWriter) {
        var copy = self
        copy.visit(&writer)
    }
}
