internal import ANCS
internal import JSON
internal import Linux
internal import Notices

/// Lines of an export: one for each notification, link, beacon event and battery level.
enum HistoryLine {
    /// Version of the lines.
    static let form = 1

    static func header() -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("callboard_history", form)
        }
    }

    static func line(of link: LinkSpan, bond: String) -> [UInt8] {
        JSONWriter.line { writer in
            writer.object("link") { writer in
                writer.member("phone", link.phone)
                writer.member("bond", bond)
                writer.member("began", link.began.milliseconds)
                writer.member("ended", link.ended.milliseconds)
            }
        }
    }

    /// Returns the line of a notification.
    ///
    /// - Parameter origin: origin of the notification in an export of several histories
    static func line(of stored: StoredNotice, from origin: NoticeOrigin? = nil) -> [UInt8] {
        let notice = stored.notice
        return JSONWriter.line { writer in
            writer.member("id", notice.id.description)
            writer.member("phone", notice.phone)
            writer.member("bond", stored.bond)
            writer.member("category", notice.category.name)
            writer.member("flags", notice.flags.rawValue)
            writer.member("uid", notice.uid.rawValue)
            writer.member("app_id", notice.appID)
            if let name = notice.appName { writer.member("app", name) }
            writer.member("title", notice.title)
            writer.member("subtitle", notice.subtitle)
            writer.member("message", notice.message)
            if let size = notice.messageSize { writer.member("message_size", size) }
            if let date = notice.date { writer.member("date", date.number) }
            writer.member("positive", notice.positiveAction)
            writer.member("negative", notice.negativeAction)
            writer.member("received", notice.received.milliseconds)
            if let sent = notice.sent { writer.member("sent", sent.milliseconds) }
            if notice.isIncomplete { writer.member("incomplete", true) }
            if notice.hidden != .nothing { writer.member("hidden", notice.hidden.rawValue) }
            if let call = notice.call { writer.member("call", call) }
            if stored.detail != .full { writer.member("detail", stored.detail.rawValue) }
            writer.array("life") { writer in
                for event in stored.life { writer.value(event) }
            }
            if let origin {
                writer.member("site", origin.site)
                writer.member("bridge", origin.bridge)
            }
        }
    }
}

extension JSONWriter {
    /// Writes a text as a string, or its bytes in hexadecimal if it is not valid.
    fileprivate mutating func member(_ key: String, _ text: Text) {
        self.key(key)
        if text.isValid { return value(text.string) }
        object { $0.member("hex", text.bytes.hexadecimal) }
    }

    fileprivate mutating func member(_ key: String, _ call: Call) {
        self.key(key)
        object { writer in
            writer.member("state", call.state.rawValue)
            if let ringTime = call.ringTime { writer.member("ring_ms", ringTime.milliseconds) }
            if let talkTime = call.talkTime { writer.member("talk_ms", talkTime.milliseconds) }
            if call.isDeclined { writer.member("declined", true) }
        }
    }

    fileprivate mutating func value(_ event: LifeEvent) {
        object { writer in
            writer.member("change", event.change.rawValue)
            writer.member("at", event.at.milliseconds)
            if let removal = event.removal { writer.member("removed_by", removal.rawValue) }
            if let before = event.before {
                writer.member("title", before.title)
                writer.member("subtitle", before.subtitle)
                writer.member("message", before.message)
            }
        }
    }
}
