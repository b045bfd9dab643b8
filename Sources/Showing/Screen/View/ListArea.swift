/// The room that a list has on a screen.
package struct ListArea: Hashable, Sendable {
    /// Columns of a row.
    package var columns = 80
    /// Rows, of which a call leaves few or none.
    package var rows = 0
    /// The first line that is shown at the farthest of what is read there.
    var lastTop = 0
}
