internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    private static let clockWidth = 5
    private static let labelWidth = 6
    /// Screens from this on have a column for the kind, and from that on one for the text.
    private static let leastForLabel = 40
    private static let leastForText = 60
    private static let whoWidths = 12...32

    /// Shows a notice in a row: when, what kind, who, and the text as far as there is room.
    func putLine(_ notice: BoardRow, on canvas: inout ScreenCanvas, row: Int) {
        func tone(_ tone: ScreenTone) -> ScreenTone { notice.isGone ? .dim : tone }
        let clock = String(notice.time.local.shortClock)
        canvas.put(clock, row: row, column: 0, tone(.clock))
        var column = Self.clockWidth + 1
        let labelTone = tone(ScreenTone(label: notice.label))
        if canvas.columns >= Self.leastForLabel {
            canvas.put(shown(notice.label, Self.labelWidth), row: row, column: column, labelTone)
            column += Self.labelWidth + 1
        } else if notice.isMissed {
            canvas.put("!", row: row, column: column - 1, labelTone)
        }
        let room = canvas.columns - column
        if canvas.columns >= Self.leastForText {
            let whoWidth = min(
                max(room * 3 / 10, Self.whoWidths.lowerBound), Self.whoWidths.upperBound)
            canvas.put(shown(notice.who, whoWidth), row: row, column: column, tone(.who))
            column += whoWidth + 2
            let text = shown(notice.text, canvas.columns - column)
            canvas.put(text, row: row, column: column, tone(.plain))
        } else {
            let who = shown(notice.who, room)
            column = canvas.put(who, row: row, column: column, tone(.who))
            guard !notice.text.isEmpty, canvas.columns - column > 4 else { return }
            let text = shown(notice.text, canvas.columns - column - 2)
            canvas.put(text, row: row, column: column + 2, tone(.plain))
        }
    }
}

extension LocalTime {
    /// Hours and minutes.
    var shortClock: String {
        (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
}
