package import Board
internal import Formats
package import Linux
package import Notices

/// Layout of the day for a display: fixed rows, and pages that take turns.
package struct LCDLayout {
    /// Limit of notifications that take turns; older ones are only counted.
    static let noticeLimit = 8
    /// The same limit if the clock takes turns, too, so that it returns soon enough.
    static let noticeLimitWithClock = 4
    /// Limit of lost items that take turns.
    static let missingLimit = 3
    /// Limit of pages with the places of items and residents.
    static let placePageLimit = 2
    /// Width of the time since which a resident is away.
    private static let momentWidth = 10
    /// Display time of a page.
    static let pageTime: Duration = .seconds(6)
    /// Display times of the first face of a page with several, and of each other face.
    static let faceTimes: (first: Duration, others: Duration) = (.seconds(5), .seconds(3))
    /// Maximum columns of a text.
    static let longestText = 128

    let size: LCDSize
    let options: LCDOptions

    package init(size: LCDSize, options: LCDOptions) {
        self.size = size
        self.options = options
    }

    var charset: Charset { options.characters.charset }
    var width: Int { size.width }
    /// Whether a mark shows missed calls because the counts have no row of their own.
    private var hasBadge: Bool { size.height < 4 && width >= 8 }

    /// Picture with the information that keys and turns need.
    package struct Page: Hashable {
        package var picture = LCDPicture()
        /// The ringing call on the page.
        var call: NoticeID?
        /// The notification that a key may clear; nil if the first entry is a call or an item.
        var notice: NoticeID?
        /// Whether the page asks for confirmation before the notification is cleared.
        var isAsking = false
        var isMissed = false
        /// Number of the first turn with a missed call.
        var missedTurn: Int?
        /// Display time before the next page.
        var time = LCDLayout.pageTime
        /// Number of pages.
        var count = 1
    }

    /// Content of a turn.
    private enum Turn {
        case clock
        case counts
        case overview
        case face(Face)
        case places([[UInt8]])
    }

    /// Faces that are displayed together.
    private struct Face {
        var rows: [[UInt8]] = []
        var entries: ArraySlice<LCDEntry>
        var time: Duration

        var isMissed: Bool { entries.contains(where: \.isMissed) }
    }

    /// - Parameters:
    ///   - turn: the number of the turn.
    ///   - isLit: whether there was a new notification recently.
    ///   - question: the notification whose clearing is to be confirmed.
    package func page(
        _ board: DayBoard, turn: Int, isLit: Bool, now: Duration, wall: WallTime,
        asking question: NoticeID? = nil
    ) -> Page {
        var page = Page()
        page.picture.board.light = light(isLit: isLit)
        layCall(board, turn: turn, &page)
        var top = 1
        if size.height >= 3 {
            layClock(board, row: top, wall, &page.picture.board)
            top += 1
        }
        if size.height >= 4 {
            layCounts(board, row: top, &page.picture.board)
            top += 1
        }
        layTurn(board, page.call == nil ? turn : 0, row: top, now, wall, &page)
        if let question, question == page.notice { layQuestion(&page) }
        layKeys(board, &page)
        return page
    }

    private func layTurn(
        _ board: DayBoard, _ turn: Int, row top: Int, _ now: Duration, _ wall: WallTime,
        _ page: inout Page
    ) {
        let turns = turns(board, height: size.height - top + 1, now, wall)
        guard !turns.isEmpty else { return }
        if page.call == nil {
            page.count = turns.count
            page.missedTurn = turns.firstIndex {
                if case .face(let face) = $0 { face.isMissed } else { false }
            }
        }
        switch turns[turn % turns.count] {
        case .clock: layClock(board, row: top, wall, &page.picture.board)
        case .counts: layCounts(board, row: top, &page.picture.board)
        case .overview:
            layClock(board, row: top, wall, &page.picture.board)
            layCounts(board, row: top + 1, &page.picture.board)
        case .places(let rows): lay(rows, row: top, &page.picture.board)
        case .face(let face):
            lay(face.rows, row: top, &page.picture.board)
            let badge = badge(board, face.entries)
            if badge > 0, face.rows.last?.count ?? 0 <= width - badge {
                layBadge(board, &page.picture.board)
            }
            page.notice = face.entries.first?.notice
            page.isMissed = face.isMissed
            if page.call == nil { page.time = face.time }
        }
    }

    private func light(isLit: Bool) -> LCDScreen.Light {
        switch options.backlight {
        case .server: .open
        case .on: .on
        case .off: .off
        case .news: isLit ? .on : .off
        }
    }

    private func turns(
        _ board: DayBoard, height: Int, _ now: Duration, _ wall: WallTime
    ) -> [Turn] {
        let rowsEach = width >= LCDFaces.wideWidth || height < 2 ? 1 : 2
        let perPage = max(1, height / rowsEach)
        var rest = entries(board, perPage: perPage, now, wall)[...]
        var turns: [Turn] = []
        while !rest.isEmpty {
            turns += faces(of: rest.prefix(perPage), rows: rowsEach, board).map { .face($0) }
            rest = rest.dropFirst(perPage)
        }
        turns += placePages(board, height: height, wall).map { .places($0) }
        switch size.height {
        case 1: turns += [.counts, .clock]
        case 2: turns.append(.overview)
        case 3: turns.append(.counts)
        default: break
        }
        return turns
    }

    /// Returns the entries that take turns: lost items, current calls, missed calls, other
    /// notifications, and what a phone plays.
    ///
    /// The newest notification is moved to the first `perPage` notifications.
    private func entries(
        _ board: DayBoard, perPage: Int, _ now: Duration, _ wall: WallTime
    ) -> [LCDEntry] {
        let limit = size.height < 4 ? Self.noticeLimitWithClock : Self.noticeLimit
        let all = board.foldedRows.filter { !$0.isGone }
        let news = all.filter { !$0.isMissed }
        let missed = all.filter(\.isMissed).prefix(max(limit / 2, limit - news.count))
        var rows = missed + news.prefix(limit - missed.count)
        if let newest = all.first, let place = rows.firstIndex(of: newest), place >= perPage {
            rows.remove(at: place)
            rows.insert(newest, at: perPage - 1)
        }
        let calls = board.calls.filter { !$0.isRinging }
        let missing = board.places.filter(\.isMissing).prefix(Self.missingLimit)
        return missing.map { LCDEntry($0, at: wall) } + calls.map { LCDEntry($0, at: now) }
            + rows.map { LCDEntry($0, at: wall) } + [playing(board)].compactMap(\.self)
    }

    /// Returns the entry of the player that keys are for; nil while it is paused, unless keys can
    /// let it play again.
    private func playing(_ board: DayBoard) -> LCDEntry? {
        board.player.flatMap { player in
            player.isPlaying || !options.mediaKeys.isEmpty ? LCDEntry(player) : nil
        }
    }

    /// Returns pages with a row for each item and resident, except for lost items, which other pages
    /// show.
    private func placePages(_ board: DayBoard, height: Int, _ wall: WallTime) -> [[[UInt8]]] {
        let rows = board.places.filter { !$0.isMissing }.map { place in
            let words = "\(place.name) \(place.whereabouts(at: wall))"
            switch (place.kind, place.isHere) {
            case (.person, true): return fitting(["HOME \(place.name)"], width)
            case (.person, false):
                let since = RowMoment(place.since, asOf: wall).words(columns: Self.momentWidth)
                return fitting(["AWAY \(place.name) \(since)", "AWAY \(place.name)"], width)
            default: return fitting(["ITEM " + words, words], width)
            }
        }
        let size = max(1, height)
        return stride(from: 0, to: rows.count, by: size).prefix(Self.placePageLimit).map {
            Array(rows[$0..<min($0 + size, rows.count)])
        }
    }

    /// Returns the faces of notifications that are displayed together.
    private func faces(
        of entries: ArraySlice<LCDEntry>, rows: Int, _ board: DayBoard
    ) -> [Face] {
        let lower = width - badge(board, entries)
        let parts = entries.map {
            LCDFaces(charset: charset, width: width, rows: rows, lower: lower).faces(of: $0)
        }
        let count = parts.map(\.count).max() ?? 1
        return (0..<count).map { number in
            let first = number == 0 ? Self.faceTimes.first : Self.faceTimes.others
            var face = Face(entries: entries, time: count == 1 ? Self.pageTime : first)
            for part in parts {
                let shown = part[number % part.count]
                face.rows += shown + [[UInt8]](repeating: [], count: max(0, rows - shown.count))
            }
            return face
        }
    }

    /// Returns the width of the mark with the number of missed calls, including a space.
    ///
    /// Zero if the counts have a row, or if the only missed call is visible.
    private func badge(_ board: DayBoard, _ entries: ArraySlice<LCDEntry>) -> Int {
        let missed = board.counts.missed
        guard hasBadge, missed > 0, missed > 1 || !entries.contains(where: \.isMissed) else {
            return 0
        }
        return String(missed).utf8.count + 2
    }

    private func layBadge(_ board: DayBoard, _ screen: inout LCDScreen) {
        let number = Array(String(board.counts.missed).utf8)
        let column = width - number.count
        screen.widgets["badgeicon"] = .icon(.missed, column: column, row: size.height)
        screen.widgets["badgetext"] = .text(
            number, column: column + 1, row: size.height, width: number.count)
        // The text in this row ends before the mark.
        let name = "row\(size.height)"
        if case .text(let text, let first, let row, _) = screen.widgets[name] {
            screen.widgets[name] = .text(text, column: first, row: row, width: column - 2)
        }
    }

    /// Asks in the first row, so that the notification stays visible if there are more rows.
    private func layQuestion(_ page: inout Page) {
        guard page.call == nil, let key = options.keys[.clear] else { return }
        page.isAsking = true
        for (name, widget) in page.picture.board.widgets where widget.row == 1 {
            page.picture.board.widgets[name] = nil
        }
        let texts = ["Clear it? \(key) again", "Clear? \(key)", "Clear?"]
        lay([fitting(texts, width)], row: 1, &page.picture.board)
    }

    /// Takes the keys that have an effect now.
    private func layKeys(_ board: DayBoard, _ page: inout Page) {
        guard page.call == nil else {
            page.picture.keys = Set([.answer, .decline].compactMap { options.keys[$0] })
            return
        }
        let clear = board.rows.contains { !$0.isGone } ? options.keys[.clear] : nil
        let media = (board.player?.commands ?? []).compactMap { options.mediaKeys[$0] }
        page.picture.keys = Set([clear].compactMap(\.self) + media)
    }

    /// Lays out rows that fit, one below the other.
    func lay(_ rows: [[UInt8]], row top: Int, _ screen: inout LCDScreen) {
        for (index, text) in rows.enumerated() where top + index <= size.height {
            let row = top + index
            screen.widgets["row\(row)"] = .text(
                Array(text.prefix(width)), column: 1, row: row, width: width)
        }
    }

    /// Returns the first text that fits into the columns, or the last one cut to fit.
    func fitting(_ texts: [String], _ width: Int) -> [UInt8] {
        for text in texts {
            let encoded = charset.encode(text)
            if encoded.count <= width { return encoded }
        }
        return charset.encode(texts.last ?? "", width: width)
    }
}
