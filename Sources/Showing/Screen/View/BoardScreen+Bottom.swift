internal import Notices

extension BoardScreen {
    /// Minimum rows for a message of several lines.
    private static let leastForLongMessage = 8
    private static let messageLimit = 4
    /// Minimum columns for a word, instead of a symbol, before the input line.
    private static let leastForWord = 40

    /// Draws the input line, a question or a message at the bottom.
    func putBottom(_ view: BoardView, on canvas: inout ScreenCanvas, isRinging: Bool) {
        if let prompt = view.prompt {
            putPrompt(prompt, on: &canvas)
        } else if let question = view.muteQuestion {
            putMessage(question.words, on: &canvas, isRinging: isRinging)
        } else if let question = view.clearQuestion {
            putMessage(question.words, on: &canvas, isRinging: isRinging)
        } else if let message = view.message {
            putMessage(message, on: &canvas, isRinging: isRinging)
        }
    }

    private func putMessage(
        _ message: String, on canvas: inout ScreenCanvas, isRinging: Bool
    ) {
        // A ringing call on a small screen needs every row.
        let limit =
            canvas.rows >= Self.leastForLongMessage
            ? Self.messageLimit : isRinging ? 1 : (canvas.rows + 1) / 2
        let width = max(1, canvas.columns - 2)
        let lines = wrapped(shown(message), width, limit)
        for (index, line) in lines.enumerated() {
            let row = canvas.rows - lines.count + index
            canvas.fill(row: row, .bar)
            canvas.put(line, row: row, column: canvas.columns > 2 ? 1 : 0, .bar)
        }
    }

    private func putPrompt(_ prompt: BoardView.Prompt, on canvas: inout ScreenCanvas) {
        let row = canvas.rows - 1
        canvas.fill(row: row, .bar)
        let word =
            switch prompt.kind {
            case .search: canvas.columns < Self.leastForWord ? "/" : "search: "
            case .filter: canvas.columns < Self.leastForWord ? "=" : "filter: "
            }
        let start = canvas.put(word, row: row, column: 0, .bar)
        let (before, rest) = prompt.line.parts
        // The cursor is always visible, with one character beside it.
        let room = canvas.columns - start - 2
        var beginning = before.map { shownCharacter($0) }[...]
        while !beginning.isEmpty, beginning.reduce(0, { $0 + $1.columns }) > room {
            beginning.removeFirst()
        }
        var column = canvas.put(beginning.joined(), row: row, column: start, .bar)
        let under = rest.first.map { shownCharacter($0) } ?? " "
        let behind = canvas.put(under, row: row, column: column, .cursor)
        if behind == column { canvas.put(" ", row: row, column: column, .cursor) }
        column = behind
        canvas.put(
            rest.dropFirst().map { shownCharacter($0) }.joined(), row: row, column: column, .bar)
    }

    private func shownCharacter(_ character: Character) -> String {
        let text = shown(String(character))
        return text.isEmpty ? " " : text
    }
}
