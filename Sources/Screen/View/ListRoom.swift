/// The room that a list has on a screen.
package struct ListRoom: Hashable, Sendable {
    /// Columns of a row.
    package var columns: Int
    /// Rows, of which a call leaves few or none.
    package var rows: Int
    /// The first line that is shown at the farthest of what is read there.
    var lastTop = 0

    /// So many columns, and no rows before a screen was drawn.
    package init(columns: Int = 80, rows: Int = 0) {
        self.columns = columns
        self.rows = rows
    }
}
