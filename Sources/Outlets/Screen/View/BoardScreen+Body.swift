internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    /// Shows the list, or what stands in its place.
    func putBody(
        of board: DayBoard, _ view: BoardView, on canvas: inout ScreenCanvas, _ place: Range<Int>,
        at time: WallTime
    ) {
        if let line = view.helpLine { return putHelp(from: line, on: &canvas, place) }
        if let search = view.search {
            guard let report = search.report else {
                return putWords("searching…", on: &canvas, place)
            }
            guard !search.rows.isEmpty else { return putWords(report, on: &canvas, place) }
        } else if let trouble = view.trouble {
            return putWords(trouble, on: &canvas, place, .trouble)
        }
        let rows = view.rows(of: board)
        if rows.isEmpty, !view.filterText.isEmpty {
            return putWords("nothing fits the filter; Esc ends it", on: &canvas, place)
        }
        let chosen = view.currentChoice.index(in: rows)
        // The chosen row stays in the middle, so that what comes next is seen in either direction.
        let top = min(max(0, (chosen ?? 0) - place.count / 2), max(0, rows.count - place.count))
        let midnight = time.midnight.milliseconds
        // A day is worth its columns only where the rows are not all of today.
        let namesDays =
            view.search != nil
            || rows[top...].prefix(place.count).contains { $0.time.milliseconds < midnight }
        let today = namesDays ? time.local : nil
        for (row, index) in zip(place, top..<max(top, rows.count)) {
            putLine(
                rows[index], on: &canvas, row: row, isChosen: index == chosen,
                today: today)
        }
    }

    private func putWords(
        _ text: String, on canvas: inout ScreenCanvas, _ place: Range<Int>,
        _ tone: ScreenTone = .plain
    ) {
        let width = max(1, canvas.columns - 2)
        let lines = wrapped(shown(text), width, place.count)
        // In the upper part of what is there.
        let start = place.lowerBound + max(0, (place.count - lines.count) / 3)
        for (row, line) in zip(start..., lines) {
            canvas.put(line, row: row, column: canvas.columns > 2 ? 1 : 0, tone)
        }
    }

    private func putHelp(from line: Int, on canvas: inout ScreenCanvas, _ place: Range<Int>) {
        let help = ScreenHelp(columns: canvas.columns)
        let top = min(line, help.lastTop(place.count))
        for (row, line) in zip(place, help.lines.dropFirst(top)) {
            canvas.put(line.key, row: row, column: 0, .who)
            canvas.put(line.words, row: row, column: ScreenHelp.wordsColumn, .plain)
        }
    }
}
