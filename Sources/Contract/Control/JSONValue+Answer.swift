package import JSON

extension JSONValue {
    /// The object on a line of its own, without the members of the transport.
    package var answerLine: String {
        var writer = JSONWriter()
        writeAnswer(to: &writer)
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the object without the members of the transport.
    package func writeAnswer(to writer: inout JSONWriter) {
        writer.object { writer in
            if case .object(let members) = content {
                for member in members where !["re", "ok"].contains(member.key) {
                    writer.key(member.key)
                    writer.value(member.value)
                }
            }
        }
    }
}
