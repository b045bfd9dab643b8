package import Linux
package import Notices

/// Board of known events with highlighted search results.
package struct MarkedBoard {
    private var format: BoardFormat
    private let marking: (String) -> [Range<Int>]

    /// - Parameters:
    ///   - showsPhone: whether lines name the phone.
    ///   - isWhole: whether text is never shortened.
    ///   - marking: parts of a text to highlight, as ordered disjoint ranges of its UTF-8 bytes; ignored without colour.
    package init(
        isColored: Bool, showsPhone: Bool = false, isWhole: Bool = false,
        marking: @escaping (String) -> [Range<Int>]
    ) {
        format = BoardFormat(isColored: isColored, showsPhone: showsPhone, isWhole: isWhole)
        self.marking = marking
    }

    /// Returns the lines of a past notification with its outcome.
    ///
    /// - Parameters:
    ///   - moment: time shown on the line.
    ///   - today: any time of the current day, for which the day is omitted; nil to always omit the day.
    package mutating func lines(
        for notice: Notice, at moment: WallTime, asOf today: WallTime? = nil, columns: Int?
    ) -> [UInt8] {
        format.lines(
            for: BoardEntry(past: notice, at: moment, asOf: today), columns: columns,
            marking: marking)
    }

    /// Returns the lines of one event in board format.
    package mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        guard let entry = BoardEntry(event) else { return [] }
        return format.lines(for: entry, columns: columns, marking: marking)
    }
}
