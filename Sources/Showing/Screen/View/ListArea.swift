/// Area of a list on a screen.
package struct ListArea: Hashable, Sendable {
    package var columns = 80
    /// Rows, of which a call may leave few or none.
    package var rows = 0
    /// Last scroll position of a text that is read there.
    var lastTop = 0
}
