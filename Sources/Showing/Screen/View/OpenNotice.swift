package import Board
package import Notices

/// The notice that somebody reads over the list.
package struct OpenNotice: Hashable, Sendable {
    /// The notice that is read.
    package let id: NoticeID
    /// What is read.
    package internal(set) var page: NoticeReading
    /// Where it came from, as far as that is known.
    let origin: RowOrigin?
    /// Whether it can be cleared no more.
    var isGone: Bool
    /// The first line that is shown.
    var top = 0

    /// A notice with all its words.
    init(_ notice: Notice, _ detail: BoardOptions.Detail, isGone: Bool) {
        id = notice.id
        origin = RowOrigin(notice)
        page = NoticeReading(notice, detail, isGone: isGone)
        self.isGone = isGone || notice.isOverCall
    }

    /// A notice of which only the row is left.
    init(_ row: BoardRow) {
        id = row.id
        origin = row.origin
        page = NoticeReading(row)
        isGone = row.isGone
    }
}
