package import Board
internal import Formats
package import Linux
internal import Notices

/// Lays out the picture of a day on a screen of any size.
package struct BoardScreen: Sendable {
    /// A call that rings has the screen but for this share.
    private static let listShare = 3
    /// On a screen that is lower, a call that rings has all of it.
    private static let leastRowsForBoth = 8

    /// Whether the terminal shows all characters, or those of ASCII alone.
    let isUTF8: Bool

    /// Whether it shows cells of which a half is filled.
    private(set) var hasHalves = true

    /// Lays out for a terminal that shows every character, or for one with ASCII alone.
    package init(isUTF8: Bool) {
        self.isUTF8 = isUTF8
    }

    /// - Parameter path: the terminal. Debian's fonts for the machine's own screens have U+2588 and
    ///   neither U+2580 nor U+2584.
    package init(isUTF8: Bool, on path: String) {
        self.isUTF8 = isUTF8
        hasHalves = !Self.isOfMachine(
            FileDescriptor.canonicalPath(path), kind: Environment.value("TERM"))
    }

    /// Whether it is one of the screens that the machine's own keyboard switches between.
    ///
    /// - Parameter kind: what the terminal is that this program was started at.
    static func isOfMachine(_ path: String, kind: String? = nil) -> Bool {
        let name = "/dev/tty"
        if path == name { return kind == "linux" }
        let number = path.utf8.dropFirst(name.utf8.count)
        return path.hasPrefix(name) && !number.isEmpty
            && number.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The screen at a moment.
    ///
    /// - Parameters:
    ///   - view: what a person has chosen to see of it.
    ///   - now: the moment by the clock from which calls have their age.
    package func canvas(
        of board: DayBoard, _ view: BoardView = BoardView(), columns: Int, rows: Int,
        at time: WallTime, now: Duration
    ) -> ScreenCanvas {
        picture(of: board, view, columns: columns, rows: rows, at: time, now: now).canvas
    }

    /// The screen at a moment likewise, and the room that the list has on it.
    func picture(
        of board: DayBoard, _ view: BoardView, columns: Int, rows: Int, at time: WallTime,
        now: Duration
    ) -> (canvas: ScreenCanvas, list: ListArea) {
        var canvas = ScreenCanvas(columns: columns, rows: rows)
        let footer = canvas.rows > 1 ? canvas.rows - 1 : canvas.rows
        let calls = board.calls
        var row = 0
        // Who reads the help needs the room, and sees that it rings.
        if let first = calls.first, first.isRinging, view.helpLine == nil {
            row = putRinging(first, on: &canvas, rows: ringingRows(of: footer), now: now)
        }
        for call in calls.dropFirst(row > 0 ? 1 : 0) where row < footer {
            putLine(call, on: &canvas, row: row, now: now)
            row += 1
        }
        // Under calls the list has air.
        if row > 0, footer - row > 2 { row += 1 }
        let end = putPlaces(board, view, on: &canvas, &row, before: footer, at: time)
        let list = min(row, end)..<end
        let rest = putBody(of: board, view, on: &canvas, list, at: time)
        if footer < canvas.rows { putFooter(board, view, rest, on: &canvas, row: footer, at: time) }
        putBottom(view, on: &canvas, isRinging: calls.first?.isRinging ?? false)
        var room = ListArea(columns: canvas.columns, rows: list.count)
        room.lastTop = max(0, rest.lineCount - list.count)
        return (canvas, room)
    }

    private func ringingRows(of rows: Int) -> Int {
        rows < Self.leastRowsForBoth ? rows : rows - rows / Self.listShare
    }

    /// The text in the characters that the terminal shows, and no wider than this.
    func shown(_ text: String, _ width: Int) -> String {
        let charset: Charset = isUTF8 ? .utf8 : .ascii
        return String(decoding: charset.encode(text, width: max(0, width)), as: UTF8.self)
    }

    /// The text in the characters that the terminal shows.
    func shown(_ text: String) -> String {
        let charset: Charset = isUTF8 ? .utf8 : .ascii
        return String(decoding: charset.encode(text), as: UTF8.self)
    }

    /// A text that was made for the terminal in lines of a width, and no more of them than this.
    func wrapped(_ shown: String, _ width: Int, _ limit: Int) -> [String] {
        let lines = shown.wrapped(to: width, lines: limit)
        // The mark of what was cut is no sign of ASCII.
        return isUTF8 ? lines : lines.map { String($0.map { $0 == "…" ? "~" : $0 }) }
    }

    private func putLine(
        _ call: BoardCall, on canvas: inout ScreenCanvas, row: Int, now: Duration
    ) {
        let word = call.isRinging ? "RINGS" : "ON CALL"
        let age = call.age(at: now)
        let end = canvas.columns - age.count - 1
        let start = canvas.put(shown(word, end), row: row, column: 0, before: end, .call) + 1
        canvas.put(
            shown([call.who, call.phone].compactMap(\.self).joined(separator: " - "), end - start),
            row: row, column: start, before: end, .who)
        if end > start { canvas.put(age, row: row, column: end + 1, .clock) }
    }
}

extension BoardCall {
    /// How long it has been in its state.
    func age(at now: Duration) -> String {
        Self.length(seconds: Int(max(now - began, .zero).components.seconds))
    }
}
