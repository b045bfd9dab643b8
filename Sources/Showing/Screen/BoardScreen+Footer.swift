internal import Board
internal import Formats
internal import Linux
internal import Notices

extension BoardScreen {
    /// Part of the footer; a part that must not be cut is omitted if it does not fit.
    private typealias Part = (text: String, mayBeCut: Bool)

    /// Draws the footer: counts, the state of the phones, and the clock.
    ///
    /// Order of importance: clock, help hint, position in a text, search or filter, missed calls,
    /// voicemail, other notifications, muted apps, phones, hidden rows. A short footer has the phones
    /// last.
    func putFooter(
        _ board: DayBoard, _ view: BoardView, _ rest: Rest, on canvas: inout ScreenCanvas, row: Int,
        at time: WallTime
    ) {
        canvas.fill(row: row, .bar)
        let isShort = canvas.columns < 40
        let clock = time.local.shortClock
        var end = canvas.columns - clock.count - 1
        canvas.put(clock, row: row, column: max(0, end), .bar)
        let hint = isShort ? "?" : "? help"
        if view.hintsAtHelp, view.helpLine == nil, view.open == nil, end > hint.count + 1 {
            end -= hint.count + (isShort ? 1 : 2)
            canvas.put(hint, row: row, column: end, .bar)
        }
        var column = 1
        let gap = isShort ? 1 : 2
        func put(_ parts: [Part]) {
            for part in parts {
                let room = end - 1 - column
                guard room >= (part.mayBeCut ? 4 : 1) else { continue }
                guard part.mayBeCut || part.text.fits(in: room) else { continue }
                column = canvas.put(shown(part.text, room), row: row, column: column, .bar) + gap
            }
        }
        put(parts(of: board, view, rest, isShort: isShort))
        let hidden = restParts(rest, isShort: isShort)
        if isShort { put(hidden) }
        put(sourceParts(of: board, view, in: end - 1 - column, gap: gap))
        if !isShort { put(hidden) }
    }

    private func parts(
        of board: DayBoard, _ view: BoardView, _ rest: Rest, isShort: Bool
    ) -> [Part] {
        var parts = readingParts(view, rest, isShort: isShort)
        parts += choiceParts(of: board, view, isShort: isShort)
        let counts = board.counts
        if counts.missed > 0 {
            parts.append(("\(counts.missed) \(isShort ? "miss" : "missed")", false))
        }
        if counts.voicemail > 0 {
            parts.append(("\(counts.voicemail) \(isShort ? "vm" : "voicemail")", false))
        }
        // Without rows, the other notifications are known only by their number.
        if board.options.detail == .counts, counts.others > 0 {
            parts.append((isShort ? "+\(counts.others)" : "\(counts.others) others", false))
        }
        return parts + muteParts(view, isShort: isShort)
    }

    /// The muted app, or the number of muted apps.
    private func muteParts(_ view: BoardView, isShort: Bool) -> [Part] {
        guard let only = view.mutes.first else { return [] }
        if isShort || view.mutes.count > 1 { return [("\(view.mutes.count) muted", false)] }
        return [("muted: \(only)", true)]
    }

    /// The number of notifications above and below the visible rows.
    private func restParts(_ rest: Rest, isShort: Bool) -> [Part] {
        if isShort {
            let count = rest.above + rest.below
            return count > 0 ? [("+\(count)", false)] : []
        }
        return [(rest.above, "above"), (rest.below, "below")].compactMap { count, side in
            count > 0 ? ("\(count) \(side)", false) : nil
        }
    }

    /// The position in the text that is read, and its keys.
    private func readingParts(_ view: BoardView, _ rest: Rest, isShort: Bool) -> [Part] {
        guard let lines = rest.lines else { return [] }
        var parts: [Part] = []
        if lines.count < rest.lineCount, !lines.isEmpty {
            let all = "\(lines.lowerBound + 1)-\(lines.upperBound)/\(rest.lineCount)"
            parts.append((isShort ? all : "lines \(all)", false))
        }
        parts.append((isShort ? "Esc" : "Esc back", false))
        guard let open = view.open, view.helpLine == nil, !isShort else { return parts }
        parts.append(("y copy", false))
        if !open.isGone, view.canAct { parts.append(("c clear", false)) }
        return parts
    }

    /// The search or filter in effect; empty if neither is active.
    private func choiceParts(
        of board: DayBoard, _ view: BoardView, isShort: Bool
    ) -> [Part] {
        var parts: [Part] = []
        // In a list, the body shows the problem.
        if let trouble = view.trouble,
            view.search != nil || view.helpLine != nil || view.open != nil
        {
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

    /// The phones and what they play, in the longest form that fits.
    private func sourceParts(
        of board: DayBoard, _ view: BoardView, in room: Int, gap: Int
    ) -> [Part] {
        let forms = view.sources.map { [$0] } ?? board.sourceForms
        let fitting = forms.first { form in
            form.reduce(-gap) { $0 + shown($1).columns + gap } <= room
        }
        return (fitting ?? forms.last ?? []).map { ($0, true) }
    }
}
