import Contract
import JSON
import Linux

/// The bridge's answer to one request.
struct ControlReply: Sendable {
    /// The name that the request gave itself; nil where it gave none or could not be read.
    let id: ControlID?
    /// The object of the answer, or why the bridge does not do it.
    let result: Result<JSONValue, AskFailure>

    /// Reads an answer; throws where the line is none.
    init(_ value: JSONValue) throws(JSONError) {
        let fields = try JSONFields(anyKeysOf: JSONField(value))
        id = if let field = fields["re"], !field.isNull { try ControlID(field) } else { nil }
        if try fields.required("ok").bool() {
            result = .success(value)
        } else {
            let code = ControlRefusal.Code(rawValue: try fields.required("error").string())
            let says = try fields.required("says").string()
            result = .failure(.refused(ControlRefusal(code, says)))
        }
    }

    /// The line of an answer that something was done, with its end.
    static func done(
        _ id: ControlID?, _ members: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        line(id, isDone: true, members)
    }

    /// A part of a line: its own, or one that other lines have as well.
    enum Part {
        case own([UInt8])
        case shared(SharedBytes)
    }

    /// The same line around members that are written already, without the braces of an object.
    static func done(_ id: ControlID?, around members: SharedBytes) -> [Part] {
        let line = done(id)
        guard !members.bytes.isEmpty else { return [.own(line)] }
        // It ends with a brace and a line feed.
        return [
            .own(Array(line.dropLast(2)) + [UInt8(ascii: ",")]), .shared(members),
            .own(Array(line.suffix(2))),
        ]
    }

    /// The line of an answer that something was not done, with its end.
    static func refused(_ id: ControlID?, _ refusal: ControlRefusal) -> [UInt8] {
        line(id, isDone: false) { writer in
            writer.member("error", refusal.code.rawValue)
            writer.member("says", refusal.sentence)
        }
    }

    private static func line(
        _ id: ControlID?, isDone: Bool, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.line { writer in
            if let id {
                writer.key("re")
                id.write(to: &writer)
            }
            writer.member("ok", isDone)
            members(&writer)
        }
    }
}
