/// An event of a stream that a browser follows (`text/event-stream`).
package struct StreamedEvent: Hashable, Sendable {
    /// The type of a stream of events.
    package static let type = "text/event-stream; charset=utf-8"
    /// What keeps a stream alive, and shows that it is.
    package static let comment: [UInt8] = [0x3A, 0x0A, 0x0A]

    /// How long a browser waits before it comes back, at the beginning of a stream.
    package static func pause(milliseconds: Int) -> [UInt8] {
        Array("retry: \(milliseconds)\n\n".utf8)
    }

    /// What a browser says when it comes back; nil where it need not.
    package let id: String?
    /// What kind of event it is.
    package let name: String
    /// What it tells.
    package let data: [UInt8]

    /// An event; its data may have several lines.
    package init(id: String?, name: String, data: [UInt8]) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The bytes of it.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let id { bytes += Array("id: \(id)\n".utf8) }
        bytes += Array("event: \(name)\n".utf8)
        // CR, LF and both of them end a line there.
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
