internal import Notices

/// Content of the cells of a screen.
package struct ScreenCanvas: Hashable, Sendable {
    /// Cell of the screen.
    struct Cell: Hashable, Sendable {
        /// Character, which may extend over the cells to its right.
        var character: Character = " "
        /// Whether the character to the left extends over this cell.
        var isTail = false
        var tone = ScreenTone.plain
    }

    /// Maximum columns; a larger reported size is not used.
    package static let columnLimit = 500
    /// Maximum rows.
    package static let rowLimit = 200

    package let columns: Int
    package let rows: Int
    private var cells: [Cell]

    /// Creates an empty screen, with its size clamped to the limits.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), Self.columnLimit)
        self.rows = min(max(rows, 1), Self.rowLimit)
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    func row(_ row: Int) -> ArraySlice<Cell> {
        guard (0..<rows).contains(row) else { return [] }
        return cells[row * columns..<(row + 1) * columns]
    }

    /// Clears a row and gives it a tone.
    mutating func fill(row: Int, _ tone: ScreenTone) {
        guard (0..<rows).contains(row) else { return }
        for index in row * columns..<(row + 1) * columns { cells[index] = Cell(tone: tone) }
    }

    /// Puts a text into a row, as far as it fits, and returns the column after it.
    ///
    /// - Parameter end: the column before which the text ends; nil for the edge.
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

    /// Replaces a character by blanks if it extends over the left border of a cell.
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
