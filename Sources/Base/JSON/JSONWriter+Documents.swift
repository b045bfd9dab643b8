extension JSONWriter {
    /// Returns an object, whose members the closure writes.
    package static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        return writer.bytes
    }

    /// Returns an object as a line, with its line end.
    package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        writer.endLine()
        return writer.bytes
    }

    /// Returns an object as a line, with its line end, as a string.
    package static func lineText(_ members: (inout JSONWriter) -> Void) -> String {
        String(decoding: line(members), as: UTF8.self)
    }
}
