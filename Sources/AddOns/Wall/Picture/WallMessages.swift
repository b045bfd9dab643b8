import Web

/// Messages to clients in one form, JSON or HTML; the last ones are kept for clients that reconnect.
struct WallMessages {
    /// Limits of kept messages and their bytes.
    private static let kept = 256
    private static let keptBytes = 512 * 1_024

    /// Kinds of messages that a client receives.
    struct Interest: OptionSet, Sendable {
        let rawValue: Int
        /// The board and its changes as JSON.
        static let board = Interest(rawValue: 1)
        /// Events in the same JSON as for other programs.
        static let news = Interest(rawValue: 2)
        /// The board and its changes as HTML.
        static let page = Interest(rawValue: 4)
    }

    struct Message {
        let number: UInt64
        let interest: Interest
        let bytes: [UInt8]
    }

    /// Prefix of IDs, unique for each channel and form.
    private let run: String
    private var messages: [Message] = []
    private var size = 0
    private var number: UInt64 = 0

    init(_ run: String) {
        self.run = run
    }

    /// ID of the last message.
    var id: String { "\(run)-\(number)" }

    /// Adds a message and returns its bytes.
    mutating func add(_ name: String, _ data: [UInt8], _ interest: Interest) -> [UInt8] {
        number += 1
        let bytes = StreamedEvent(id: id, name: name, data: data).bytes
        messages.append(Message(number: number, interest: interest, bytes: bytes))
        size += bytes.count
        while messages.count > Self.kept || size > Self.keptBytes {
            size -= messages.removeFirst().bytes.count
        }
        return bytes
    }

    /// The messages after an ID; nil if some of them are no longer kept, or if there is no valid ID.
    func missed(since last: String?) -> ArraySlice<Message>? {
        guard let last, last.hasPrefix(run + "-"), let had = UInt64(last.dropFirst(run.count + 1)),
            had <= number
        else { return nil }
        let next = messages.firstIndex { $0.number > had } ?? messages.endIndex
        // The first missed message must still be there.
        guard had == number || next < messages.endIndex && messages[next].number == had + 1 else {
            return nil
        }
        return messages[next...]
    }
}
