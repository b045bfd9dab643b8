package import Board
package import History
package import Notices

/// What a search has found.
package struct BoardHits: Sendable {
    /// Hits that are shown.
    package static let limit = DayBoard.rowLimit
    /// Bytes of texts of them that are kept to be read; of older ones there is the row alone.
    private static let byteLimit = Day.byteLimit

    /// The newest first.
    package var rows: [BoardRow] = []
    /// Their notices with all their words, as far as there is room for these.
    package var notices: [NoticeID: Notice] = [:]
    /// How it ended, in a sentence.
    package let report: String

    /// The rows of notices, the newest first.
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

    /// Nothing, and why.
    package init(report: String) {
        self.report = report
    }
}
