package import Board
package import History
package import Notices

/// Hits of a search.
package struct BoardHits: Sendable {
    package static let limit = DayBoard.rowLimit
    /// Byte limit of the texts that are kept for reading; older hits have only their row.
    private static let byteLimit = Day.byteLimit

    /// Rows of the hits, newest first.
    package var rows: [BoardRow] = []
    /// Their notifications with the whole text, as far as the limit allows.
    package var notices: [NoticeID: Notice] = [:]
    /// Result as a message.
    package let report: String

    /// Result of a search on a board that shows no notifications.
    package static let forbidden = BoardHits(
        report: "with --detail counts there is no search: it shows no notifications")

    /// Creates the hits from notifications, newest first.
    package init(_ found: [StoredNotice], _ options: BoardOptions, report: String) {
        rows = found.map { stored in
            var row = BoardRow(stored.notice, at: stored.notice.received, options.detail)
            if options.namesPhones { row.phone = stored.notice.phone.cleaned() }
            return row
        }
        self.report = report
        var room = Self.byteLimit
        for notice in found.map(\.notice) {
            room -= [notice.title, notice.subtitle, notice.message]
                .reduce(0) { $0 + $1.bytes.count }
            if room < 0 { break }
            notices[notice.id] = notice
        }
    }

    /// Creates an empty result with its reason.
    package init(report: String) {
        self.report = report
    }
}
