package import JSON

extension JSONValue {
    /// The object as a line of its own, without what belongs to the way it came.
    package var answerLine: String {
        var writer = JSONWriter()
        writeAnswer(to: &writer)
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the object without what belongs to the way it came.
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
