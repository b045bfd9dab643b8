package import Board
package import Notices

/// Notification that is read over the list.
package struct OpenNotice: Hashable, Sendable {
    package let id: NoticeID
    /// Text and facts to read.
    package internal(set) var page: NoticeReading
    /// App of the notification, if known.
    let origin: RowOrigin?
    /// Whether the notification can no longer be cleared.
    var isGone: Bool
    /// First visible line.
    var top = 0

    /// Creates the page of the whole notification.
    init(_ notice: Notice, _ detail: BoardOptions.Detail, isGone: Bool) {
        id = notice.id
        origin = RowOrigin(notice)
        page = NoticeReading(notice, detail, isGone: isGone)
        self.isGone = isGone || notice.isOverCall
    }

    /// Creates the page of a row, whose whole notification is no longer held.
    init(_ row: BoardRow) {
        id = row.id
        origin = row.origin
        page = NoticeReading(row)
        isGone = row.isGone
    }
}
