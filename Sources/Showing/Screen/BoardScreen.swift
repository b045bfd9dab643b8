package import Board
internal import Formats
package import Linux
internal import Notices

/// Layout of the day for a terminal of any size.
package struct BoardScreen: Sendable {
    /// While a call rings, the list has one in this many rows.
    private static let listShare = 3
    /// Minimum rows for a list below a ringing call; on a smaller screen, the call takes all rows.
    private static let leastRowsForBoth = 8

    /// Whether the terminal shows UTF-8, or ASCII only.
    let isUTF8: Bool

    /// Whether the terminal has half-block characters.
    private(set) var hasHalves = true

    /// Creates a layout for a UTF-8 or ASCII terminal.
    package init(isUTF8: Bool) {
        self.isUTF8 = isUTF8
    }

    /// - Parameter path: the terminal. Debian's fonts for the Linux console have U+2588 and neither
    ///   U+2580 nor U+2584.
    package init(isUTF8: Bool, on path: String) {
        self.isUTF8 = isUTF8
        hasHalves = !Self.isOfMachine(
            FileDescriptor.canonicalPath(path), kind: Environment.value("TERM"))
    }

    /// Returns whether the terminal is a virtual console of this host.
    ///
    /// - Parameter kind: the `TERM` of the terminal on which this program was started.
    static func isOfMachine(_ path: String, kind: String? = nil) -> Bool {
        let name = "/dev/tty"
        if path == name { return kind == "linux" }
        let number = path.utf8.dropFirst(name.utf8.count)
        return path.hasPrefix(name) && !number.isEmpty
            && number.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns the screen at a time.
    ///
    /// - Parameters:
    ///   - view: the choices of the user.
    ///   - now: the time by the clock that measures the age of calls.
    package func canvas(
        of board: DayBoard, _ view: BoardView = BoardView(), columns: Int, rows: Int,
        at time: WallTime, now: Duration
    ) -> ScreenCanvas {
        picture(of: board, view, columns: columns, rows: rows, at: time, now: now).canvas
    }

    /// Returns the screen at a time, and the area of its list.
    func picture(
        of board: DayBoard, _ view: BoardView, columns: Int, rows: Int, at time: WallTime,
        now: Duration
    ) -> (canvas: ScreenCanvas, list: ListArea) {
        var canvas = ScreenCanvas(columns: columns, rows: rows)
        let footer = canvas.rows > 1 ? canvas.rows - 1 : canvas.rows
        let calls = board.calls
        var row = 0
        // The help needs the room; the footer still shows that a call rings.
        if let first = calls.first, first.isRinging, view.helpLine == nil {
            row = putRinging(first, on: &canvas, rows: ringingRows(of: footer), now: now)
        }
        for call in calls.dropFirst(row > 0 ? 1 : 0) where row < footer {
            putLine(call, on: &canvas, row: row, now: now)
            row += 1
        }
        // An empty row separates calls from the list.
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

    /// Returns the text in the character set of the terminal, cut to a width.
    func shown(_ text: String, _ width: Int) -> String {
        let charset: Charset = isUTF8 ? .utf8 : .ascii
        return String(decoding: charset.encode(text, width: max(0, width)), as: UTF8.self)
    }

    /// Returns the text in the character set of the terminal.
    func shown(_ text: String) -> String {
        let charset: Charset = isUTF8 ? .utf8 : .ascii
        return String(decoding: charset.encode(text), as: UTF8.self)
    }

    /// Wraps a text for the terminal to lines of a width, up to a limit.
    func wrapped(_ shown: String, _ width: Int, _ limit: Int) -> [String] {
        let lines = shown.wrapped(to: width, lines: limit)
        // The ellipsis is not an ASCII character.
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
    /// Returns the time for which the call has been in its state.
    func age(at now: Duration) -> String {
        Self.length(seconds: Int(max(now - began, .zero).components.seconds))
    }
}
