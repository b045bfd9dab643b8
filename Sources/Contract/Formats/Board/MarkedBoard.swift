package import Linux
package import Notices

/// The board of what is known beforehand, with what somebody has looked for standing out.
package struct MarkedBoard {
    private var format: BoardFormat
    private let marking: (String) -> [Range<Int>]

    /// - Parameters:
    ///   - showsPhone: whether phones must be told apart.
    ///   - isWhole: whether nothing is cut, however many lines that takes.
    ///   - marking: the parts of a text that are to stand out, as ranges of its UTF-8 bytes in order
    ///     and apart; without colour none does.
    package init(
        isColored: Bool, showsPhone: Bool = false, isWhole: Bool = false,
        marking: @escaping (String) -> [Range<Int>]
    ) {
        format = BoardFormat(isColored: isColored, showsPhone: showsPhone, isWhole: isWhole)
        self.marking = marking
    }

    /// The lines of a notice of the past, as what became of it.
    ///
    /// - Parameters:
    ///   - moment: when that was, as the line tells.
    ///   - today: any moment of the day that is not told; nil where no day is.
    package mutating func lines(
        for notice: Notice, at moment: WallTime, asOf today: WallTime? = nil, columns: Int?
    ) -> [UInt8] {
        format.lines(
            for: BoardEntry(past: notice, at: moment, asOf: today), columns: columns,
            marking: marking)
    }

    /// The lines of one event, as those of the board.
    package mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        guard let entry = BoardEntry(event) else { return [] }
        return format.lines(for: entry, columns: columns, marking: marking)
    }
}
