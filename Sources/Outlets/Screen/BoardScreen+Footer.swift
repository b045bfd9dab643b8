internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    /// Shows at the bottom what was missed, how the phones are doing, and the clock, in this order of
    /// importance: clock, missed calls, voicemail, phones, what else there is.
    func putFooter(
        _ board: DayBoard, on canvas: inout ScreenCanvas, row: Int, at time: WallTime
    ) {
        canvas.fill(row: row, .bar)
        let clock = time.local.shortClock
        let end = canvas.columns - clock.count - 1
        canvas.put(clock, row: row, column: max(0, end), .bar)
        var column = 1
        for part in parts(of: board, isShort: canvas.columns < 40) {
            let room = end - 1 - column
            guard room >= 4 else { return }
            // A part of a word or two is shown whole or not at all.
            guard part.mayBeCut || part.text.fits(in: room) else { continue }
            column = canvas.put(shown(part.text, room), row: row, column: column, .bar) + 2
        }
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
