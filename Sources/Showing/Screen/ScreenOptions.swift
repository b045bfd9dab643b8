package import Board
internal import Linux
package import Notices

/// Options of a terminal display.
package struct ScreenOptions: Hashable, Sendable {
    package var board: BoardOptions
    /// Whether the terminal shows UTF-8, or ASCII only.
    package var isUTF8: Bool
    package var isColored: Bool
    /// Hours of the dark red night colours.
    package var nightHours: Hours?
    /// Time without news after which the screen goes blank; nil for never.
    package var blankAfter: Duration?

    /// Creates options, by default for a UTF-8 terminal with colours that never goes blank.
    package init(
        board: BoardOptions = BoardOptions(), isUTF8: Bool = true, isColored: Bool = true,
        nightHours: Hours? = nil, blankAfter: Duration? = nil
    ) {
        self.board = board
        self.isUTF8 = isUTF8
        self.isColored = isColored
        self.nightHours = nightHours
        self.blankAfter = blankAfter
    }

    /// Returns the palette at this time.
    func palette(at wall: WallTime) -> ScreenPalette {
        if !isColored { return .plain }
        return nightHours?.contains(wall) ?? false ? .night : .day
    }
}
