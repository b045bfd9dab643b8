import JSON

/// A request line, with the identifier for its answer.
package struct ControlMessage: Sendable {
    /// Identifier for the answer; nil if none is needed.
    package let id: ControlID?
    package let request: any ControlRequest

    package init(_ request: any ControlRequest, id: ControlID? = nil) {
        self.id = id
        self.request = request
    }

    /// Error in a request line.
    package struct Mistake: Error, Hashable, Sendable {
        /// Identifier of the request, if it could be read.
        package let id: ControlID?
        /// Description of the error and of what would be right.
        package let sentence: String
    }

    /// Deepest nesting of objects and lists in a request.
    private static let depthLimit = 4

    /// Parses a line; `number` counts the client's lines from one, for error messages.
    package init(
        parsing line: [UInt8], number: Int = 1, among requests: RequestTable
    ) throws(Mistake) {
        var id: ControlID?
        do throws(JSONError) {
            let value = try JSONValue(parsing: line, depthLimit: Self.depthLimit)
            let whole = JSONField(value)
            let any = try JSONFields(anyKeysOf: whole)
            if let field = any["id"] { id = try ControlID(field) }
            request = try requests.read(any.required("do"), of: whole)
            self.id = id
        } catch {
            throw Mistake(id: id, sentence: Self.sentence(for: error, line: number))
        }
    }

    private static func sentence(for error: JSONError, line: Int) -> String {
        guard let path = error.path else {
            return "line \(line), column \(error.position.column): \(error.sentence)"
        }
        let field = path.description
        return field.isEmpty
            ? "line \(line): \(error.sentence)" : "line \(line): \(field): \(error.sentence)"
    }

    /// The encoded line with its line feed.
    package var line: [UInt8] {
        JSONWriter.line { writer in
            writer.member("do", type(of: request).word)
            if let id {
                writer.key("id")
                id.write(to: &writer)
            }
            request.writeFields(to: &writer)
        }
    }
}
