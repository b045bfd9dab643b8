package import Notices

/// What somebody wants done, as it stands in a message.
package struct ActionMessage: Hashable, Sendable {
    /// What is to be done.
    package let act: NoticeAction
    /// To which notice; nil leaves that to the phone's state.
    package let notice: NoticeID?

    /// Bytes of a message at most.
    package static let limit = 64

    /// Reads `answer`, `decline` or `clear`, perhaps with the name of a notice behind it; nil for anything else.
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
