package import Board
internal import Charsets
package import Linux
internal import Notices

/// Lays the day out for a display: what is always to be seen, and pages that take turns.
package struct LCDLayout {
    /// Notices that take turns; older ones are counted alone.
    static let noticeLimit = 8
    /// Likewise where the clock takes turns with them, lest it be away for too long.
    static let noticeLimitWithClock = 4
    /// How long a page stays at least, and at most however long its text is.
    static let pageTimes: ClosedRange<Duration> = .seconds(6)...(.seconds(20))
    /// The most columns of a text that is scrolled.
    static let longestText = 128
    /// From this width on a notice has one row, else one for who and one for the text.
    static let wideWidth = 32

    let size: LCDSize
    let options: LCDOptions

    package init(size: LCDSize, options: LCDOptions) {
        self.size = size
        self.options = options
    }

    private var charset: Charset { options.characters.charset }
    private var width: Int { size.width }

    /// A picture, and what is to be known of it.
    package struct Page: Hashable {
        package var picture = LCDPicture()
        /// The call that rings on it.
        var call: NoticeID?
        /// The notice that is the topmost on it.
        var notice: NoticeID?
        /// How long it stays before the next one's turn.
        var time = LCDLayout.pageTimes.lowerBound
        /// How many pages there are.
        var count = 1
    }

    /// What takes a turn.
    private enum Turn {
        case clock
        case counts
        case overview
        case notices(ArraySlice<BoardRow>)
    }

    /// - Parameters:
    ///   - turn: counts up with every turn.
    ///   - isLit: whether there was news not long ago.
    package func page(
        _ board: DayBoard, turn: Int, isLit: Bool, now: Duration, wall: WallTime
    ) -> Page {
        var page = Page()
        let limit = size.height < 4 ? Self.noticeLimitWithClock : Self.noticeLimit
        let rows = Array(board.rows.lazy.filter { !$0.isGone }.prefix(limit))[...]
        layCall(board, &page)
        page.picture.board.light = light(isLit: isLit)
        var top = 1
        if size.height >= 3 {
            layClock(board, row: top, wall, &page)
            top += 1
        }
        if size.height >= 4 {
            layCounts(board, row: top, now, &page)
            top += 1
        }
        let turns = turns(rows, height: size.height - top + 1)
        page.count = max(1, turns.count)
        if !turns.isEmpty {
            switch turns[turn % turns.count] {
            case .clock: layClock(board, row: top, wall, &page)
            case .counts: layCounts(board, row: top, now, &page)
            case .overview:
                layClock(board, row: top, wall, &page)
                layCounts(board, row: top + 1, now, &page)
            case .notices(let rows): layNotices(rows, row: top, &page)
            }
        }
        layKeys(hasNotices: !rows.isEmpty, &page)
        return page
    }

    private func light(isLit: Bool) -> LCDScreen.Light {
        switch options.backlight {
        case .server: .open
        case .on: .on
        case .off: .off
        case .news: isLit ? .on : .off
        }
    }

    private func turns(_ rows: ArraySlice<BoardRow>, height: Int) -> [Turn] {
        let isWide = width >= Self.wideWidth || height < 2
        let perPage = max(1, isWide ? height : height / 2)
        var turns: [Turn] = []
        var rest = rows
        while !rest.isEmpty {
            turns.append(.notices(rest.prefix(perPage)))
            rest = rest.dropFirst(perPage)
        }
        switch size.height {
        case 1: turns += [.counts, .clock]
        case 2: turns.append(.overview)
        case 3: turns.append(.counts)
        default: break
        }
        return turns
    }

    private func layNotices(_ rows: ArraySlice<BoardRow>, row top: Int, _ page: inout Page) {
        page.notice = rows.first?.id
        let isWide = width >= Self.wideWidth || size.height < 2
        var row = top
        for notice in rows {
            let who = notice.isMissed ? "missed \(notice.who)" : notice.who
            let head = size.height < 2 ? who : "\(notice.time.clock) \(who)"
            if isWide {
                let text = notice.text.isEmpty ? head : "\(head): \(notice.text)"
                layScrolled(text, row: row, "row\(row)", &page.picture.board, &page.time)
                row += 1
            } else {
                lay(head, row: row, "row\(row)", &page.picture.board)
                layScrolled(
                    notice.text, row: row + 1, "row\(row + 1)", &page.picture.board, &page.time)
                row += 2
            }
        }
    }

    private func layClock(_ board: DayBoard, row: Int, _ wall: WallTime, _ page: inout Page) {
        let clock = wall.clock
        // At the right edge, where the eye finds it without reading.
        let state = charset.encode(stateWords(board), width: width - clock.utf8.count - 1)
        let gap = width - clock.utf8.count - state.count
        let text = Array(clock.utf8) + [UInt8](repeating: 0x20, count: max(1, gap)) + state
        page.picture.board.put(Array(text.prefix(width)), row: row, width, "row\(row)")
    }

    /// How the phones are doing, or the radio where there are none.
    private func stateWords(_ board: DayBoard) -> String {
        if let radio = board.radio, radio != .listening, !board.phones.contains(where: \.isReady) {
            return radio.shortWords
        }
        guard let phone = board.phones.first else { return board.radio?.shortWords ?? "starting" }
        let ready = board.phones.filter(\.isReady)
        if board.phones.count > 1 { return "\(ready.count) of \(board.phones.count) phones" }
        return phone.isReady ? phone.name : "\(phone.words): \(phone.name)"
    }

    private func layCounts(_ board: DayBoard, row: Int, _ now: Duration, _ page: inout Page) {
        if let call = board.calls.first(where: { !$0.isRinging }) {
            return lay(
                "On call \((now - call.began).minutes) \(call.who)", row: row, "row\(row)",
                &page.picture.board)
        }
        let counts = board.counts
        guard counts.missed + counts.voicemail > 0 else {
            let text = counts.others > 0 ? "\(counts.others) on the phone" : "nothing new"
            return lay(text, row: row, "row\(row)", &page.picture.board)
        }
        var column = 1
        func put(_ icon: LCDIcon, _ text: String) {
            let room = width - column
            guard room > 0 else { return }
            let text = charset.encode(text, width: room)
            let name = "\(icon)\(row)"
            page.picture.board.widgets["\(name)icon"] = .icon(icon, column: column, row: row)
            page.picture.board.widgets["\(name)text"] = .text(
                text, column: column + 1, row: row, width: text.count)
            column += text.count + 2
        }
        let isNarrow = width < 20
        if counts.missed > 0 { put(.missed, "\(counts.missed) \(isNarrow ? "miss" : "missed")") }
        if counts.voicemail > 0 {
            put(.voicemail, "\(counts.voicemail) \(isNarrow ? "vm" : "voicemail")")
        }
    }

    private func layCall(_ board: DayBoard, _ page: inout Page) {
        let calls = board.calls.filter(\.isRinging)
        guard let call = calls.first else { return }
        page.call = call.id
        var screen = LCDScreen(.alert)
        screen.light = options.backlight == .off ? .off : .flash
        var time = Self.pageTimes.lowerBound
        let app = call.app ?? "Incoming call"
        let head = calls.count > 1 ? "\(app) +\(calls.count - 1)" : app
        guard size.height > 1 else {
            layScrolled("CALL \(call.who)", row: 1, "row1", &screen, &time)
            page.picture.call = screen
            return
        }
        // On many rows what matters stands in the middle.
        let top = size.height >= 6 ? size.height / 2 - 1 : 1
        lay(head, row: top, "row\(top)", &screen)
        layScrolled(call.who, row: top + 1, "row\(top + 1)", &screen, &time)
        if size.height >= 3, calls.count > 1 {
            lay("also \(calls[1].who)", row: top + 2, "row\(top + 2)", &screen)
        }
        if size.height >= 4, !hint.isEmpty {
            lay(hint, row: size.height, "row\(size.height)", &screen)
        }
        page.picture.call = screen
    }

    /// Which keys do what while a call rings.
    private var hint: String {
        [(DeviceAct.answer, "yes"), (.decline, "no")].compactMap { act, word in
            options.keys[act].map { "\($0)=\(word)" }
        }.joined(separator: " ")
    }

    private func layKeys(hasNotices: Bool, _ page: inout Page) {
        let acts: [DeviceAct] = page.call != nil ? [.answer, .decline] : hasNotices ? [.clear] : []
        page.picture.keys = Set(acts.compactMap { options.keys[$0] })
    }

    private func lay(_ text: String, row: Int, _ name: String, _ screen: inout LCDScreen) {
        screen.put(charset.encode(text, width: width), row: row, width, name)
    }

    private func layScrolled(
        _ text: String, row: Int, _ name: String, _ screen: inout LCDScreen,
        _ time: inout Duration
    ) {
        let encoded = charset.encode(text, width: Self.longestText)
        screen.put(encoded, row: row, width, name)
        guard encoded.count > width else { return }
        // Once round, with the gap that the server leaves between its end and its beginning.
        let steps = encoded.count + width / 2
        let whole = Duration.milliseconds(125 * LCDWidget.ticks * steps)
        time = max(time, min(whole, Self.pageTimes.upperBound))
    }
}

extension LCDScreen {
    fileprivate mutating func put(_ text: [UInt8], row: Int, _ width: Int, _ name: String) {
        widgets[name] = .text(text, column: 1, row: row, width: width)
    }
}

extension BoardPhone {
    fileprivate var isReady: Bool { state == .ready }
}

extension WallTime {
    /// Hours and minutes.
    fileprivate var clock: String {
        let local = local
        return twoDigits(local.hour) + ":" + twoDigits(local.minute)
    }
}

extension Duration {
    /// Whole minutes, as of a call.
    fileprivate var minutes: String { "\(components.seconds / 60) min" }
}

private func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
