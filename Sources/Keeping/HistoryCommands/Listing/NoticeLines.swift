package import Formats
package import History
import Linux
package import Notices

/// Stored notices as lines of a format, for people with a heading for each day.
package struct NoticeLines {
    private var board: MarkedBoard?
    private var format: any EventFormat
    private var headings: DayHeadings
    private let columns: Int?
    private let order: HistoryOrder

    /// - Parameters:
    ///   - order: which moment of a notice is told.
    ///   - first: the notices that come first: by them it is known whether phones must be told apart.
    ///   - areOfMany: whether they are of many histories, so that a table has columns for where each came from.
    ///   - words: what was looked for, which is marked where colour is welcome.
    ///   - isWhole: whether nothing is cut, however many lines that takes.
    ///   - columns: how wide a line may be, where somebody looks at it on a screen.
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

    /// What comes before all of them.
    package var header: [UInt8] { format.header }

    /// The lines of a notice.
    ///
    /// - Parameter origin: where a notice of many histories came from, for formats that have fields for that.
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
