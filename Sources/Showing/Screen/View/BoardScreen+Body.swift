internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    /// Content of the body that does not fit on the screen.
    struct Rest: Hashable {
        /// Notifications above and below the visible rows.
        var above = 0
        var below = 0
        /// Visible lines of the text that is read; nil for a list.
        var lines: Range<Int>?
        /// Total lines of that text.
        var lineCount = 0
    }

    /// Draws the list, or in its place the help, an open notification or a message, and returns
    /// what does not fit.
    func putBody(
        of board: DayBoard, _ view: BoardView, on canvas: inout ScreenCanvas, _ place: Range<Int>,
        at time: WallTime
    ) -> Rest {
        if let line = view.helpLine {
            return putHelp(from: line, canAct: view.canAct, on: &canvas, place)
        }
        if let open = view.open { return putPage(open, on: &canvas, place) }
        if let words = wordsInPlace(of: board, view) {
            putWords(words.text, on: &canvas, place, words.tone)
            return Rest()
        }
        let rows = view.rows(of: board)
        let chosen = view.currentChoice.index(in: rows)
        // The selected row stays in the middle, so that the next rows are visible in both
        // directions.
        let top = min(max(0, (chosen ?? 0) - place.count / 2), max(0, rows.count - place.count))
        let shown = rows[top...].prefix(place.count)
        let moments = moments(
            of: shown, at: time, columns: canvas.columns, isSearch: view.search != nil)
        let phoneWidth = phoneWidth(of: shown, columns: canvas.columns)
        let grouping = view.grouping(of: board)
        for (row, (notice, moment)) in zip(place, zip(shown, moments.words)) {
            let isInGroup = grouping.group(of: notice).map { view.openGroups.contains($0) } ?? false
            putLine(
                notice, on: &canvas, row: row, isChosen: row - place.lowerBound + top == chosen,
                moment: (moment, moments.width), phoneWidth: phoneWidth,
                isInGroup: isInGroup && view.search == nil)
        }
        return rest(of: board, view, above: rows[..<top], below: rows[shown.endIndex...])
    }

    /// Returns the message that replaces the list; nil if there is a list.
    private func wordsInPlace(
        of board: DayBoard, _ view: BoardView
    ) -> (text: String, tone: ScreenTone)? {
        if let search = view.search {
            guard let report = search.report else { return ("searching…", .plain) }
            return search.rows.isEmpty ? (report, .plain) : nil
        }
        if let trouble = view.trouble { return (trouble, .trouble) }
        if !view.filterText.isEmpty, view.rows(of: board).isEmpty {
            return ("nothing fits the filter; Esc ends it", .plain)
        }
        return nil
    }

    private func rest(
        of board: DayBoard, _ view: BoardView, above: ArraySlice<BoardRow>,
        below: ArraySlice<BoardRow>
    ) -> Rest {
        func count(_ rows: ArraySlice<BoardRow>) -> Int { rows.reduce(0) { $0 + $1.count } }
        var rest = Rest(above: count(above), below: count(below))
        guard view.search == nil, view.filterText.isEmpty, board.options.detail != .counts else {
            return rest
        }
        // With very many notifications, the oldest have no row.
        let present = board.rows.reduce(0) { $0 + ($1.isGone ? 0 : 1) }
        rest.below += max(0, board.counts.total - present)
        return rest
    }

    /// Draws the open notification, from the scroll position.
    private func putPage(
        _ open: OpenNotice, on canvas: inout ScreenCanvas, _ place: Range<Int>
    ) -> Rest {
        let lines = lines(of: open.page, columns: canvas.columns)
        let top = min(open.top, max(0, lines.count - place.count))
        let shown = lines[top...].prefix(place.count)
        for (row, line) in zip(place, shown) {
            let column = canvas.put(line.name, row: row, column: 0, .clock)
            canvas.put(line.text, row: row, column: column, line.tone)
        }
        return Rest(lines: shown.indices, lineCount: lines.count)
    }

    private func putWords(
        _ text: String, on canvas: inout ScreenCanvas, _ place: Range<Int>,
        _ tone: ScreenTone = .plain
    ) {
        let width = max(1, canvas.columns - 2)
        let lines = wrapped(shown(text), width, place.count)
        // In the upper third of the area.
        let start = place.lowerBound + max(0, (place.count - lines.count) / 3)
        for (row, line) in zip(start..., lines) {
            canvas.put(line, row: row, column: canvas.columns > 2 ? 1 : 0, tone)
        }
    }

    private func putHelp(
        from line: Int, canAct: Bool, on canvas: inout ScreenCanvas, _ place: Range<Int>
    ) -> Rest {
        let help = ScreenHelp(columns: canvas.columns, canAct: canAct)
        let top = min(line, help.lastTop(place.count))
        for (row, line) in zip(place, help.lines.dropFirst(top)) {
            canvas.put(line.key, row: row, column: 0, .who)
            canvas.put(line.words, row: row, column: ScreenHelp.wordsColumn, .plain)
        }
        return Rest(
            lines: top..<min(top + place.count, help.lines.count), lineCount: help.lines.count)
    }
}
