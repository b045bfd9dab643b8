internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    fileprivate static let clockWidth = 5
    private static let labelWidth = 6
    /// Screens from this on have a column for the kind, and from that on one for the text.
    private static let leastForLabel = 40
    fileprivate static let leastForText = 60
    private static let whoWidths = 12...32

    /// Shows a notice in a row: when, what kind, who, and the text as far as there is room.
    ///
    /// - Parameter today: where the row may be of another day, the day that is not told.
    func putLine(
        _ notice: BoardRow, on canvas: inout ScreenCanvas, row: Int, isChosen: Bool = false,
        today: LocalTime? = nil
    ) {
        func tone(_ tone: ScreenTone) -> ScreenTone {
            if isChosen { return notice.isGone ? .chosenGone : .chosen }
            return notice.isGone ? .dim : tone
        }
        if isChosen { canvas.fill(row: row, tone(.plain)) }
        let (moment, momentWidth) = moment(of: notice, today, canvas.columns)
        canvas.put(moment, row: row, column: 0, tone(.clock))
        var column = momentWidth + 1
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

extension BoardScreen {
    private static let dayWidth = 11

    /// When a notice came, and how wide that is told in its list.
    private func moment(
        of notice: BoardRow, _ today: LocalTime?, _ columns: Int
    ) -> (text: String, width: Int) {
        let time = notice.time.local
        guard let today else { return (time.shortClock, Self.clockWidth) }
        let isToday = time.shortDay == today.shortDay && time.year == today.year
        let isThisYear = time.year == today.year
        guard columns >= Self.leastForText else {
            let day = isThisYear ? time.shortDay : String(time.year)
            return (isToday ? time.shortClock : day, Self.clockWidth)
        }
        let day = isThisYear ? "\(time.shortDay) \(time.shortClock)" : time.wholeDay
        return (isToday ? "      " + time.shortClock : day, Self.dayWidth)
    }
}

extension LocalTime {
    /// Month and day.
    fileprivate var shortDay: String {
        (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
    }

    /// Year, month and day.
    fileprivate var wholeDay: String { "\(year)-\(shortDay)" }

    /// Hours and minutes.
    var shortClock: String {
        (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
}
