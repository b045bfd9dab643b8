package import Linux
package import Notices

/// A notice of the day, in words that may be shown.
package struct BoardRow: Hashable, Sendable {
    package let id: NoticeID
    /// When it came.
    package var time: WallTime
    /// The short upper-case word for its kind.
    package var label: String
    package var who: String
    /// What it says; empty where that is not shown or there is nothing.
    package var text: String
    /// Whether it is no longer on the phone.
    package var isGone: Bool
    /// Whether it is a call nobody took.
    package var isMissed: Bool
    /// Where it came from; nil where that is not known, so that it is never folded.
    package var origin: RowOrigin?
    /// The older notices that are folded into this row, the newest first.
    package var older: [NoticeID] = []

    /// The row of a notice, with as much of it as may be shown.
    package init(_ notice: Notice, at time: WallTime, _ detail: BoardOptions.Detail) {
        let words = NoticeWords(notice, detail)
        self.init(
            id: notice.id, time: time, label: words.label, who: words.who, text: words.text,
            isMissed: notice.call?.state == .missed, origin: RowOrigin(notice))
    }

    package init(
        id: NoticeID, time: WallTime, label: String, who: String, text: String = "",
        isGone: Bool = false, isMissed: Bool = false, origin: RowOrigin? = nil
    ) {
        self.id = id
        self.time = time
        self.label = label
        self.who = who
        self.text = text
        self.isGone = isGone
        self.isMissed = isMissed
        self.origin = origin
    }

    /// How many notices it stands for.
    package var count: Int { 1 + older.count }

    /// Whether it stands for a notice.
    package func has(_ notice: NoticeID) -> Bool {
        id == notice || older.contains(notice)
    }
}
