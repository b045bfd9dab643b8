internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    /// Minimum rows for a row with all places.
    private static let leastRows = 5
    /// Maximum rows of lost items.
    private static let missingRows = 3
    private static let separator = "·"
    /// Width of the separator, including two spaces.
    private static let separatorWidth = 3

    /// Draws lost items above the list, and the places of all items and residents in a row below
    /// it.
    ///
    /// - Parameter row: the first free row, which moves down.
    /// - Returns: the row before which the list ends.
    func putPlaces(
        _ board: DayBoard, _ view: BoardView, on canvas: inout ScreenCanvas, _ row: inout Int,
        before footer: Int, at time: WallTime
    ) -> Int {
        let places = board.places
        guard !places.isEmpty, view.helpLine == nil, view.open == nil, view.search == nil,
            footer - row >= 2
        else { return footer }
        for place in places.filter(\.isMissing).prefix(Self.missingRows) where footer - row >= 2 {
            putMissing(place, on: &canvas, row: row, at: time)
            row += 1
        }
        guard canvas.rows >= Self.leastRows, footer - row >= 2 else { return footer }
        var column = 0
        for place in places {
            let text = shown(place.text(at: time))
            let start = column == 0 ? 0 : column + Self.separatorWidth
            guard text.fits(in: canvas.columns - start) else {
                if column == 0 {
                    column = canvas.put(
                        shown(place.text(at: time), canvas.columns), row: footer - 1, column: 0,
                        tone(of: place))
                }
                continue
            }
            if column > 0 {
                canvas.put(
                    isUTF8 ? Self.separator : "|", row: footer - 1, column: column + 1, .clock)
            }
            column = canvas.put(text, row: footer - 1, column: start, tone(of: place))
        }
        return footer - 1
    }

    private func putMissing(
        _ place: BeaconPlace, on canvas: inout ScreenCanvas, row: Int, at time: WallTime
    ) {
        var column = canvas.put("ITEM", row: row, column: 0, .missed) + 2
        column = canvas.put(
            shown(place.who, canvas.columns - column), row: row, column: column, .who)
        let words = "\(place.words) (\(place.whereabouts(at: time)))"
        guard canvas.columns - column > 6 else { return }
        canvas.put(
            shown(words, canvas.columns - column - 2), row: row, column: column + 2, .missed)
    }

    private func tone(of place: BeaconPlace) -> ScreenTone {
        place.isMissing ? .missed : place.isHere ? .plain : .dim
    }
}
