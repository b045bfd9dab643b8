package import Linux
package import Notices

/// A notice of the day, in words that may be shown.
package struct BoardRow: Hashable, Sendable {
    /// The notice that it stands for, the newest where there are several.
    package let id: NoticeID
    /// When it was sent, or came where that is not known.
    package var time: WallTime
    /// What it is.
    package var kind: Category
    /// Who, or what it is about.
    package var who: String
    /// The app, where neither who it is nor its kind says that already.
    package var app: String?
    /// What it says; empty where that is not shown or there is nothing.
    package var text = ""
    /// Whether it is no longer on the phone.
    package var isGone = false
    /// What became of it, where it is a call.
    package var call: CallOutcome?
    /// The text in fewer words, where it has some.
    package var shortText: String?
    /// Where it came from; nil where that is not known, so that it is never folded.
    package var origin: RowOrigin?
    /// Whether there is more to read than it says.
    package var isCut = false
    /// The phone that it is on, where that is to be said.
    package var phone: String?
    /// The older notices that are folded into this row, the newest first.
    package var older: [NoticeID] = []
}

extension BoardRow {
    /// The row of a notice, with as much of it as may be shown.
    ///
    /// - Parameter time: when it was, where it is not known when it was sent.
    package init(_ notice: Notice, at time: WallTime, _ detail: BoardOptions.Detail) {
        let words = NoticeWords(notice, detail)
        self.init(
            id: notice.id, time: notice.sent ?? time, kind: notice.shownKind, who: words.who,
            app: words.app, text: words.text, isGone: notice.isOverCall,
            call: notice.callOutcome, shortText: words.shortText,
            origin: notice.isOverCall ? nil : RowOrigin(notice), isCut: words.isCut)
    }

    /// The short upper-case word for its kind.
    package var label: String { kind.label }

    /// What sets it apart at a glance.
    package var look: NoticeStyle { NoticeStyle(kind) }

    /// Whether it is a call nobody took.
    package var isMissed: Bool { call == .missed }

    /// How many notices it stands for.
    package var count: Int { 1 + older.count }

    /// Whether it stands for a notice.
    package func has(_ notice: NoticeID) -> Bool {
        id == notice || older.contains(notice)
    }
}
