package import Linux
package import Notices

/// A notification of the day, reduced to what may be shown.
package struct BoardRow: Hashable, Sendable {
    /// The notification in this row; the newest one of a group.
    package let id: NoticeID
    /// Time sent, or time received if that is unknown.
    package var time: WallTime
    package var kind: Category
    /// Sender or subject.
    package var who: String
    /// The app, unless `who` or the kind already implies it.
    package var app: String?
    /// Text of the notification; empty if there is none or it is hidden.
    package var text = ""
    /// Whether the notification is no longer on the phone.
    package var isGone = false
    /// Outcome of a call; nil for a live call, and if this is not a call.
    package var call: CallOutcome?
    /// Shorter form of the text, if there is one.
    package var shortText: String?
    /// Origin by which rows are grouped; nil if unknown, which prevents grouping.
    package var origin: RowOrigin?
    /// Whether the notification has more text than the row.
    package var isCut = false
    /// The phone, if displays name phones.
    package var phone: String?
    /// Older notifications grouped into this row, newest first.
    package var older: [NoticeID] = []
}

extension BoardRow {
    /// Creates the row of a notification at a level of detail.
    ///
    /// - Parameter time: the time used if the time sent is unknown.
    package init(_ notice: Notice, at time: WallTime, _ detail: BoardOptions.Detail) {
        let words = NoticeWords(notice, detail)
        self.init(
            id: notice.id, time: notice.sent ?? time, kind: notice.shownKind, who: words.who,
            app: words.app, text: words.text, isGone: notice.isOverCall,
            call: notice.callOutcome, shortText: words.shortText,
            origin: notice.isOverCall ? nil : RowOrigin(notice), isCut: words.isCut)
    }

    /// Short upper-case label of the kind.
    package var label: String { kind.label }

    /// Style that distinguishes the kind at a glance.
    package var look: NoticeStyle { NoticeStyle(kind) }

    package var isMissed: Bool { call == .missed }

    /// Number of notifications in the row.
    package var count: Int { 1 + older.count }

    /// Returns whether the row contains a notification.
    package func has(_ notice: NoticeID) -> Bool {
        id == notice || older.contains(notice)
    }
}
