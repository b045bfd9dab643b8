internal import Board
internal import Notices

extension BoardScreen {
    /// Draws a ringing call over the upper part of a screen, and returns the row below it.
    ///
    /// Light and dark alternate each second, to be noticed from the corner of an eye.
    func putRinging(
        _ call: BoardCall, on canvas: inout ScreenCanvas, rows: Int, now: Duration
    ) -> Int {
        let seconds = max(now - call.began, .zero).components.seconds
        let tone: ScreenTone = seconds % 2 == 0 ? .flash : .ringing
        let width = max(1, canvas.columns - 2)
        let hasCaption = rows > 1
        let lines = self.lines(of: call.who, width, max(1, rows - (hasCaption ? 1 : 0)))
        // As high as necessary, with space around it if there is room.
        let needed = lines.count + (hasCaption ? 1 : 0)
        let height = min(rows, needed + (rows < 8 ? rows : 2))
        for row in 0..<height { canvas.fill(row: row, tone) }
        if hasCaption { putCaption(call, on: &canvas, tone, call.age(at: now)) }
        var row = (hasCaption ? 1 : 0) + (height - needed) / 2
        for line in lines {
            let column = max(0, (canvas.columns - line.columns) / 2)
            canvas.put(line, row: row, column: column, tone)
            row += 1
        }
        return height
    }

    private func putCaption(
        _ call: BoardCall, on canvas: inout ScreenCanvas, _ tone: ScreenTone, _ age: String
    ) {
        let words = ["CALL", call.app, call.phone].compactMap { $0 }.joined(separator: " - ")
        let end = canvas.columns - 1
        let ageStart = max(0, end - age.count)
        canvas.put(shown(words, ageStart - 2), row: 0, column: 1, before: ageStart, tone)
        canvas.put(age, row: 0, column: ageStart, before: end, tone)
    }

    /// Returns the name as large as possible: in large characters, with spaces between its
    /// characters, or unchanged.
    private func lines(of who: String, _ width: Int, _ rows: Int) -> [String] {
        if let large = LargeText(
            who, columns: width, rows: rows, isUTF8: isUTF8, hasHalves: hasHalves)
        {
            return large.rows
        }
        let name = shown(who, width * rows)
        let spaced = name.split(separator: " ")
            .map { $0.map(String.init).joined(separator: " ") }.joined(separator: "   ")
        if spaced.fits(in: width) { return [spaced] }
        return wrapped(name, width, rows)
    }
}
