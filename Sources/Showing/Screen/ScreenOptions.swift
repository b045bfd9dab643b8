package import Board
internal import Linux
package import Notices

/// What goes to a terminal that is a display, and how it looks there.
package struct ScreenOptions: Hashable, Sendable {
    /// What is shown, and when.
    package var board: BoardOptions
    /// Whether the terminal shows all characters, or those of ASCII alone.
    package var isUTF8: Bool
    /// Whether it has colours.
    package var isColored: Bool
    /// When it uses the dark red colours of the night.
    package var nightHours: Hours?
    /// How long after the last news it goes blank; nil for never.
    package var blankAfter: Duration?

    /// A screen that can do what most can, and never goes blank, unless something else is said.
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

    /// The colours at this time.
    func palette(at wall: WallTime) -> ScreenPalette {
        if !isColored { return .plain }
        return nightHours?.contains(wall) ?? false ? .night : .day
    }
}
