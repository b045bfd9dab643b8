import JSON
import Linux

/// Answer of the bridge to one request.
struct ControlReply: Sendable {
    /// Identifier from the request; nil if it had none or could not be read.
    let id: ControlID?
    /// Object of the answer, or the refusal.
    let result: Result<JSONValue, AskFailure>

    /// Parses an answer; throws if the line is not one.
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

    /// Returns the line of a successful answer, with its line feed.
    static func done(
        _ id: ControlID?, _ members: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        line(id, isDone: true, members)
    }

    /// Part of a line: bytes of this line alone, or bytes shared with other lines.
    enum Part {
        case own([UInt8])
        case shared(SharedBytes)
    }

    /// Returns the line of a successful answer around encoded members without braces.
    static func done(_ id: ControlID?, around members: SharedBytes) -> [Part] {
        let line = done(id)
        guard !members.bytes.isEmpty else { return [.own(line)] }
        // The line ends in a brace and a line feed.
        return [
            .own(Array(line.dropLast(2)) + [UInt8(ascii: ",")]), .shared(members),
            .own(Array(line.suffix(2))),
        ]
    }

    /// Returns the line of a refusal, with its line feed.
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
