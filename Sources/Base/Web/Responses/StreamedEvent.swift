/// A server-sent event (`text/event-stream`).
package struct StreamedEvent: Hashable, Sendable {
    /// The media type of an event stream.
    package static let type = "text/event-stream; charset=utf-8"
    /// A comment, which keeps a stream alive.
    package static let comment: [UInt8] = [0x3A, 0x0A, 0x0A]

    /// Returns the bytes that set a browser's delay before it reconnects, for the start of a stream.
    package static func pause(milliseconds: Int) -> [UInt8] {
        Array("retry: \(milliseconds)\n\n".utf8)
    }

    /// The id that a browser sends when it reconnects; nil for none.
    package let id: String?
    /// Type of the event.
    package let name: String
    package let data: [UInt8]

    /// Creates an event; the data may have several lines.
    package init(id: String?, name: String, data: [UInt8]) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The encoded event.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let id { bytes += Array("id: \(id)\n".utf8) }
        bytes += Array("event: \(name)\n".utf8)
        // In an event stream CR, LF and CR LF all end a line.
        var text: [UInt8] = []
        for (index, byte) in data.enumerated()
        where byte != 0x0A || index == 0 || data[index - 1] != 0x0D {
            text.append(byte == 0x0D ? 0x0A : byte)
        }
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            bytes += Array("data: ".utf8) + line + [0x0A]
        }
        return bytes + [0x0A]
    }
}
