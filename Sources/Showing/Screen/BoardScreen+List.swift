internal import Board
internal import Linux
internal import Notices

extension BoardScreen {
    fileprivate static let clockWidth = 5
    private static let labelWidth = 6
    /// Minimum widths for the columns of the category and of the text.
    private static let leastForLabel = 40
    fileprivate static let leastForText = 60
    private static let whoWidths = 12...32
    /// Minimum width for the column of the phone, if phones are named.
    private static let leastForPhone = 80

    /// Draws a notification in a row: time, category, name, and the text as far as it fits.
    ///
    /// - Parameters:
    ///   - moment: the time, and the width of its column.
    ///   - phoneWidth: the width of the phone column; without one, the phone precedes the text.
    ///   - isInGroup: whether the notification belongs to a group that was opened.
    func putLine(
        _ notice: BoardRow, on canvas: inout ScreenCanvas, row: Int, isChosen: Bool = false,
        moment: (text: String, width: Int), phoneWidth: Int = 0, isInGroup: Bool = false
    ) {
        func tone(_ tone: ScreenTone) -> ScreenTone {
            if isChosen { return notice.isGone ? .chosenGone : .chosen }
            return notice.isGone ? .dim : tone
        }
        if isChosen { canvas.fill(row: row, tone(.plain)) }
        canvas.put(moment.text, row: row, column: 0, tone(.clock))
        var column = moment.width + 1
        let labelTone = tone(ScreenTone(notice.look))
        if canvas.columns >= Self.leastForLabel {
            canvas.put(shown(notice.label, Self.labelWidth), row: row, column: column, labelTone)
            column += Self.labelWidth + 1
        } else if notice.isMissed {
            canvas.put("!", row: row, column: column - 1, labelTone)
        }
        if phoneWidth > 0 {
            canvas.put(
                shown(notice.phone ?? "", phoneWidth), row: row, column: column, tone(.clock))
            column += phoneWidth + 2
        }
        let words = phoneWidth > 0 ? notice.text : notice.textAfterPhone
        if isInGroup { column = canvas.put("- ", row: row, column: column, tone(.dim)) }
        putWho(
            notice, andText: words, on: &canvas, row: row, column: column,
            indent: isInGroup ? 2 : 0, tone)
    }

    /// Draws the name and the text, in columns if there is room for them.
    private func putWho(
        _ notice: BoardRow, andText words: String, on canvas: inout ScreenCanvas, row: Int,
        column: Int, indent: Int, _ tone: (ScreenTone) -> ScreenTone
    ) {
        let room = canvas.columns - column
        if canvas.columns >= Self.leastForText {
            let share = (room + indent) * 3 / 10
            let usual =
                min(max(share, Self.whoWidths.lowerBound), Self.whoWidths.upperBound) - indent
            // Without a text, the name also takes the room of the text.
            let whoWidth = words.isEmpty ? room : usual
            putWho(notice, on: &canvas, row: row, column: column, whoWidth, tone)
            guard !words.isEmpty else { return }
            let start = column + whoWidth + 2
            let text = shown(words, canvas.columns - start)
            canvas.put(text, row: row, column: start, tone(.plain))
        } else {
            let end = putWho(notice, on: &canvas, row: row, column: column, room, tone)
            guard !words.isEmpty, canvas.columns - end > 4 else { return }
            let text = shown(words, canvas.columns - end - 2)
            canvas.put(text, row: row, column: end + 2, tone(.plain))
        }
    }

    /// Draws the name and the number of notifications, which is never cut.
    @discardableResult
    private func putWho(
        _ notice: BoardRow, on canvas: inout ScreenCanvas, row: Int, column: Int, _ width: Int,
        _ tone: (ScreenTone) -> ScreenTone
    ) -> Int {
        let number = notice.count > 1 ? " (\(notice.count))" : ""
        let who = shown(notice.who, width - number.count)
        let end = canvas.put(who, row: row, column: column, tone(.who))
        return canvas.put(number, row: row, column: end, tone(.clock))
    }
}

extension BoardRow {
    /// The text, preceded by the phone.
    fileprivate var textAfterPhone: String {
        [phone ?? "", text].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension BoardScreen {
    /// Returns the width of the phone column; zero without phone names or room for them.
    func phoneWidth(of rows: ArraySlice<BoardRow>, columns: Int) -> Int {
        guard columns >= Self.leastForPhone else { return 0 }
        let widest = rows.compactMap(\.phone).map { shown($0).columns }.max() ?? 0
        return min(widest, columns / 4)
    }

    private static let dayWidth = 12

    /// Returns the times of notifications, and the width of their column.
    ///
    /// On a wide screen, the day precedes the time in a search, or if most rows are from earlier
    /// days. Otherwise, the day of an older row replaces its time.
    func moments(
        of rows: ArraySlice<BoardRow>, at time: WallTime, columns: Int, isSearch: Bool
    ) -> (words: [String], width: Int) {
        let moments = rows.map { RowMoment($0.time, asOf: time) }
        let olderCount = moments.count { $0.day != nil }
        let isWide = columns >= Self.leastForText && (isSearch || olderCount * 2 > rows.count)
        let width = isWide ? Self.dayWidth : Self.clockWidth
        let words = moments.map { moment -> String in
            let words = moment.words(columns: width)
            // Times are aligned on the right.
            guard words.hasSuffix(moment.clock) else { return words }
            return String(repeating: " ", count: width - words.utf8.count) + words
        }
        return (words, width)
    }
}
