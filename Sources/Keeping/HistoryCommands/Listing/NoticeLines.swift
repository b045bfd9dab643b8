package import Formats
package import History
import Linux
package import Notices

/// Formatting of stored notifications, with a heading for each day in the board format.
package struct NoticeLines {
    private var board: MarkedBoard?
    private var format: any EventFormat
    private var headings: DayHeadings
    private let columns: Int?
    private let order: HistoryOrder

    /// Creates the formatter.
    ///
    /// - Parameters:
    ///   - order: selects the time that is shown, of sending or of arrival
    ///   - first: the first notifications; they decide whether a column for the phone is required
    ///   - areOfMany: whether the notifications are of several histories, so that a table has
    ///     columns for the origin
    ///   - words: search words to highlight if colour is used
    ///   - isWhole: whether texts are not truncated
    ///   - columns: width of a line on a terminal; nil for other outputs
    package init(
        _ choice: OutputFormat, for first: [StoredNotice], in order: HistoryOrder,
        areOfMany: Bool = false, words: SearchWords? = nil, isWhole: Bool = false, columns: Int?,
        isColored: Bool
    ) throws(HistoryError) {
        self.order = order
        self.columns = columns
        format = choice.make(isColored: isColored, showsOrigin: areOfMany)
        headings = DayHeadings(isColored: isColored)
        guard choice == .board else { return }
        let marker: HitMarker?
        if isColored, let words { marker = try HitMarker(words) } else { marker = nil }
        let phones = Set(first.map(\.notice.phone))
        board = MarkedBoard(isColored: isColored, showsPhone: phones.count > 1, isWhole: isWhole) {
            text in
            marker?.hits(in: text) ?? []
        }
    }

    /// Output before the first notification.
    package var header: [UInt8] { format.header }

    /// Returns the lines of a notification.
    ///
    /// - Parameter origin: origin of a notification among several histories, for formats with such
    ///   fields
    package mutating func lines(
        for stored: StoredNotice, from origin: NoticeOrigin? = nil
    ) -> [UInt8] {
        let (notice, columns) = (stored.notice, columns)
        let moment = order == .sent ? notice.time : notice.received
        guard let lines = board?.lines(for: notice, at: moment, columns: columns) else {
            return format.lines(for: stored.event, from: origin, columns: columns)
        }
        return Array(headings.lines(above: moment).utf8) + lines
    }
}
