internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    /// Shows at the bottom what was missed, how the phones are doing, and the clock, in this order of
    /// importance: clock, missed calls, voicemail, phones, what else there is.
    func putFooter(
        _ board: DayBoard, _ view: BoardView, on canvas: inout ScreenCanvas, row: Int,
        at time: WallTime
    ) {
        canvas.fill(row: row, .bar)
        let clock = time.local.shortClock
        let end = canvas.columns - clock.count - 1
        canvas.put(clock, row: row, column: max(0, end), .bar)
        var column = 1
        let isShort = canvas.columns < 40
        let parts = parts(of: board, isShort: isShort)
        let hint = view.hintsAtHelp ? [("? help", false)] : []
        for part in choiceParts(of: board, view, isShort: isShort) + parts + hint {
            let room = end - 1 - column
            guard room >= 4 else { return }
            // A part of a word or two is shown whole or not at all.
            guard part.mayBeCut || part.text.fits(in: room) else { continue }
            column = canvas.put(shown(part.text, room), row: row, column: column, .bar) + 2
        }
    }

    /// What is shown in place of the day's rows, and why; nothing where it is all of them.
    private func choiceParts(
        of board: DayBoard, _ view: BoardView, isShort: Bool
    ) -> [(text: String, mayBeCut: Bool)] {
        var parts: [(String, Bool)] = []
        // In place of the list it is said there.
        if let trouble = view.trouble, view.search != nil || view.helpLine != nil {
            parts.append((trouble, true))
        }
        if let search = view.search {
            let report = search.rows.isEmpty ? nil : search.report
            if !isShort || report == nil { parts.append(("search: \(search.words)", true)) }
            if let report { parts.append((report, true)) }
        } else if !view.filterText.isEmpty {
            parts.append(("filter: \(view.filterText) (\(view.rows(of: board).count))", true))
        }
        return parts
    }

    private func parts(
        of board: DayBoard, isShort: Bool
    ) -> [(text: String, mayBeCut: Bool)] {
        let counts = board.counts
        var parts: [(String, Bool)] = []
        if counts.missed > 0 { parts.append(("\(counts.missed) missed", false)) }
        if counts.voicemail > 0 {
            parts.append(("\(counts.voicemail) \(isShort ? "vm" : "voicemail")", false))
        }
        parts += phoneParts(of: board)
        if counts.others > 0 { parts.append(("\(counts.others) more", false)) }
        return parts
    }

    /// The radio where it fails, and else each phone; a single one needs no name where there is
    /// little room.
    private func phoneParts(of board: DayBoard) -> [(String, Bool)] {
        if let radio = board.radio, radio != .listening { return [(radio.shortWords, true)] }
        let phones = board.phones
        guard !phones.isEmpty else {
            return board.radio.map { [($0.shortWords, true)] } ?? []
        }
        return phones.map { ("\($0.name): \($0.words)", true) }
    }
}
