package import Notices

/// An action requested by a message.
package struct ActionMessage: Hashable, Sendable {
    package let act: NoticeAction
    /// The notification; nil selects the newest one that offers the action; ringing calls come first.
    package let notice: NoticeID?

    /// Maximum bytes of a message.
    package static let limit = 64

    /// Parses `answer`, `decline` or `clear`, optionally followed by the ID of a notification; otherwise nil.
    package init?(_ payload: [UInt8]) {
        guard payload.count <= Self.limit else { return nil }
        let words = payload.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .map { String(decoding: $0, as: UTF8.self) }
        guard let first = words.first, let act = NoticeAction(rawValue: first) else { return nil }
        self.act = act
        switch words.count {
        case 1: notice = nil
        case 2:
            guard let id = NoticeID(words[1]) else { return nil }
            notice = id
        default: return nil
        }
    }
}
