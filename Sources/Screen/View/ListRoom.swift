/// The room that a list has on a screen.
package struct ListRoom: Hashable, Sendable {
    package var columns: Int
    /// Rows, of which a call leaves few or none.
    package var rows: Int
    /// The first line that is shown at the farthest of what is read there.
    var lastTop = 0

    package init(columns: Int = 80, rows: Int = 0) {
        self.columns = columns
        self.rows = rows
    }
}
