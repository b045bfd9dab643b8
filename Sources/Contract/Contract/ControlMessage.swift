import JSON

/// One request as it comes over the socket, with the name that its answer is to have.
package struct ControlMessage: Sendable {
    /// The name that the answer is to have; nil where it needs none.
    package let id: ControlID?
    /// What is asked for.
    package let request: any ControlRequest

    /// A request, and the name that its answer is to have.
    package init(_ request: any ControlRequest, id: ControlID? = nil) {
        self.id = id
        self.request = request
    }

    /// Why a line is no request.
    package struct Mistake: Error, Hashable, Sendable {
        /// The name of the request, where that much could be read.
        package let id: ControlID?
        /// What is wrong with the line, and what would be right.
        package let sentence: String
    }

    /// The most that objects and lists in a request may be nested.
    private static let depthLimit = 4

    /// Reads a line; `number` counts the client's lines from one, for the complaint.
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

    /// The line, with its end.
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
