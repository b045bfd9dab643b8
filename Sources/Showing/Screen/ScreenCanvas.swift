internal import Notices

/// What stands in each cell of a screen.
package struct ScreenCanvas: Hashable, Sendable {
    /// One cell.
    struct Cell: Hashable, Sendable {
        /// A character, which may reach over the cells to its right.
        var character: Character = " "
        /// Whether the character to the left reaches over this cell.
        var isTail = false
        var tone = ScreenTone.plain
    }

    /// No terminal is larger; what says so is not believed.
    package static let columnLimit = 500
    /// The same of its rows.
    package static let rowLimit = 200

    /// Cells of a row.
    package let columns: Int
    /// Rows of cells.
    package let rows: Int
    private var cells: [Cell]

    /// An empty screen; a size beyond the limits is brought within them.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), Self.columnLimit)
        self.rows = min(max(rows, 1), Self.rowLimit)
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    /// The cells of a row, from the left.
    func row(_ row: Int) -> ArraySlice<Cell> {
        guard (0..<rows).contains(row) else { return [] }
        return cells[row * columns..<(row + 1) * columns]
    }

    /// Gives a whole row one tone, and nothing else.
    mutating func fill(row: Int, _ tone: ScreenTone) {
        guard (0..<rows).contains(row) else { return }
        for index in row * columns..<(row + 1) * columns { cells[index] = Cell(tone: tone) }
    }

    /// Puts a text into a row, as far as it fits, and returns the column behind it.
    ///
    /// - Parameter end: the column at which the text ends at the latest; nil for the edge.
    @discardableResult
    mutating func put(
        _ text: some StringProtocol, row: Int, column: Int, before end: Int? = nil,
        _ tone: ScreenTone
    ) -> Int {
        let end = min(end ?? columns, columns)
        guard (0..<rows).contains(row), column >= 0 else { return column }
        var column = column
        for character in text.withPicturesApart() {
            let width = character.columns
            guard column + width <= end else { break }
            let start = row * columns + column
            takeApart(at: start, in: row)
            takeApart(at: start + width, in: row)
            cells[start] = Cell(character: character, tone: tone)
            for tail in (start + 1)..<(start + width) {
                cells[tail] = Cell(isTail: true, tone: tone)
            }
            column += width
        }
        return column
    }

    /// Makes blanks of a character that reaches over the border on the left of a cell.
    private mutating func takeApart(at index: Int, in row: Int) {
        let edge = (row + 1) * columns
        guard index < edge, cells[index].isTail else { return }
        var start = index
        while cells[start].isTail, start > row * columns { start -= 1 }
        var end = index
        while end < edge, cells[end].isTail { end += 1 }
        for cell in start..<end { cells[cell] = Cell(tone: cells[cell].tone) }
    }
}
