internal import Formats
internal import Linux
internal import Notices

/// Screen of a VT100, with the sequences that draw its lines.
struct VTScreen: Sendable {
    /// Line with its look.
    struct Line: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case plain
            case bar
            case upperHalf
            case lowerHalf
            /// Call whose name does not fit in large characters.
            case call
        }

        var kind = Kind.plain
        var text: [UInt8] = []
        /// Whether the text extends to the last column.
        var isFull = false

        /// Whether it is a line of a ringing call.
        var isLarge: Bool { kind == .upperHalf || kind == .lowerHalf || kind == .call }
    }

    /// Notification in the list.
    struct Row: Sendable {
        let id: NoticeID
        let clock: String
        let isMissed: Bool
        /// Lines of the row, created once.
        fileprivate let lines: [Line]
    }

    /// Ringing call.
    struct RingingCall: Sendable {
        let id: NoticeID
        fileprivate let halves: [Line]
    }

    /// Lost item.
    private struct CountedItem: Sendable {
        let name: String
        let lines: [Line]
    }

    static let height = 24
    /// Limit of lost items; the earliest is dropped first.
    private static let thingLimit = 3
    private static let usualWidth = 80
    static let widths = 20...132
    /// Limit of ringing calls in large characters.
    private static let largeCalls = 2
    /// Columns of clock and word, including the spaces after them.
    private static let startWidth = 5 + 1 + SerialWords.longestWord + 1
    private static let whoWidths = 10...28
    /// Limit of extra bytes per column, on average over a line: a character may have many marks.
    private static let extraBytes = 3
    /// Width from which on a notification has one line; below it, the name has its own line above
    /// the rest.
    private static let wideWidth = 41

    static let bell: [UInt8] = [0x07]
    /// ASCII characters without attributes, scroll region of the whole screen, no line wrap, no
    /// smooth scrolling.
    static let setting =
        sequence("[0m") + sequence("(B") + [0x0F] + sequence("[r")
        + sequence("[?7l") + sequence("[?4l")
    /// Setting and an empty screen.
    static let beginning = setting + sequence("[2J")
    /// Power-on state of the terminal.
    static let end = sequence("[0m") + sequence("[?7h") + sequence("[2J") + sequence("[H")

    let charset: Charset
    let width: Int
    /// Time that the screen shows.
    var time = WallTime(milliseconds: 0)
    /// Most recently updated phone, with its state.
    var phone = (name: "", state: "")
    /// Ringing calls, newest first.
    var calls: [RingingCall] = []
    /// Notifications, newest first.
    var rows: [Row] = []
    /// Lost items, the latest first.
    private var things: [CountedItem] = []
    /// Line with what a phone plays; nil if none does.
    private(set) var played: Line?
    /// Number of dropped events.
    var lost = 0

    init(charset: Charset, width: Int?) {
        self.charset = charset
        self.width = min(
            max(width ?? Self.usualWidth, Self.widths.lowerBound), Self.widths.upperBound)
    }

    var lines: [Line] {
        var lines = [title, Line()]
        for call in calls.prefix(Self.largeCalls) { lines += call.halves }
        if !calls.isEmpty { lines.append(Line()) }
        let end = Self.height - 1 - (played == nil ? 0 : 1)
        let room = (end - lines.count) / (isNarrow ? 2 : 1)
        lines += (things.map(\.lines) + rows.prefix(room).map(\.lines)).prefix(room).joined()
        while lines.count < end { lines.append(Line()) }
        return lines + [played].compactMap(\.self) + [summary]
    }

    /// First line: the phone's name is cut in favour of its state, and the title is omitted if both
    /// need the room.
    private var title: Line {
        let ours = Array("CALLBOARD".utf8)
        let state = Array(phone.state.utf8.prefix(inside))
        let name = encoded(phone.name, inside - state.count - 1, extra: width * Self.extraBytes)
        let room = inside - charset.columns(of: name) - state.count
        return room > ours.count + 1
            ? bar(ours + spaces(room - ours.count - 1) + name + [0x20] + state)
            : bar(name + spaces(room) + state)
    }

    /// Last line, in the longest form that fits.
    private var summary: Line {
        let clock = String(time.local.clock.prefix(5))
        let whole = counts(" on the phone")
        let choices = [(whole, "as of \(clock)"), (whole, clock), (counts(""), clock)]
        let (left, right) =
            choices.first { $0.0.utf8.count + 1 + $0.1.utf8.count <= inside } ?? (counts(""), "")
        return bar(
            charset.padded(left, to: inside - right.utf8.count) + Array(right.utf8))
    }

    private var inside: Int { width - 2 }

    private func counts(_ words: String) -> String {
        let missed = rows.filter(\.isMissed).count
        var words = ["\(rows.count)\(words)"]
        if missed > 0 { words.append("\(missed) missed") }
        if calls.count > Self.largeCalls { words.append("\(calls.count) ringing") }
        if lost > 0 { words.append("\(lost) dropped") }
        return words.joined(separator: ", ")
    }

    private var isNarrow: Bool { width < Self.wideWidth }

    func row(_ id: NoticeID, _ clock: String, _ words: SerialWords) -> Row {
        Row(id: id, clock: clock, isMissed: words.isMissed, lines: listed(clock, words))
    }

    private func listed(_ clock: String, _ words: SerialWords) -> [Line] {
        isNarrow ? narrowLines(clock, words) : [wideLine(clock, words)]
    }

    /// Takes the loss or return of an item; returns whether it changes the screen.
    mutating func take(_ news: BeaconNews, at time: WallTime, _ words: SerialWords?) -> Bool {
        guard case .item(let item, _) = news.subject, news.change.lasts else { return false }
        let old = things.firstIndex { $0.name == item.name }
        guard news.change == .left else {
            if let old { things.remove(at: old) }
            return old != nil
        }
        guard let words else { return false }
        if let old { things.remove(at: old) }
        let lines = listed(time.local.clock, words)
        things = Array(
            ([CountedItem(name: item.name, lines: lines)] + things).prefix(Self.thingLimit))
        return true
    }

    /// Shows what a player plays above the last line; nothing while it is paused.
    mutating func show(_ media: PlayedMedia?) {
        guard let media, media.isPlaying, let words = media.words else {
            played = nil
            return
        }
        let start = Array("PLAYS ".utf8) + (isNarrow ? [] : [0x20])
        let before = isNarrow ? [] : spaces(Self.startWidth - start.count)
        let room = width - before.count - start.count
        played = plain(before + start + encoded(words, room, extra: room * Self.extraBytes))
    }

    /// Line with everything in columns.
    private func wideLine(_ clock: String, _ words: SerialWords) -> Line {
        var text = charset.padded(String(clock.prefix(5)), to: 5) + [0x20]
        text += charset.padded(words.word, to: SerialWords.longestWord) + [0x20]
        let rest = width - Self.startWidth
        let whoWidth = min(max(rest / 3, Self.whoWidths.lowerBound), Self.whoWidths.upperBound)
        let extra = (Self.startWidth + whoWidth) * Self.extraBytes
        let who = encoded(words.who, whoWidth, extra: extra)
        text += who + spaces(whoWidth - charset.columns(of: who) + 1)
        let used = who.count - charset.columns(of: who)
        let textWidth = rest - whoWidth - 1
        text += encoded(
            words.text(columns: textWidth), textWidth, extra: width * Self.extraBytes - used)
        return plain(text)
    }

    /// Name, followed by the time if it fits, and the text in a line below.
    private func narrowLines(_ clock: String, _ words: SerialWords) -> [Line] {
        let extra = width * Self.extraBytes
        let clock = Array(clock.utf8.prefix(5))
        var who = encoded(words.who, width, extra: extra)
        let room = width - charset.columns(of: who) - clock.count
        if room > 0 { who += spaces(room) + clock }
        let start = room > 0 ? [0x20] : [0x20] + clock + [0x20]
        let left = width - start.count
        let text = words.text(columns: left - words.word.count - 1)
        let what = text.isEmpty ? words.word : "\(words.word) \(text)"
        return [plain(who), plain(start + encoded(what, left, extra: extra))]
    }

    private func plain(_ text: [UInt8]) -> Line {
        Line(text: text, isFull: charset.columns(of: text) >= width)
    }

    /// Returns a call in two lines: the upper and lower half of double-width characters.
    ///
    /// Falls back to ordinary characters if only these fit the name.
    func call(_ id: NoticeID, _ words: SerialWords) -> RingingCall {
        let extra = width * Self.extraBytes
        let whole = "\(words.word) \(words.who)"
        let half = width / 2
        if !charset.fits(words.who, in: half), charset.fits(words.who, in: width) {
            let texts = [words.word, words.who].map { encoded($0, width, extra: extra) }
            return RingingCall(
                id: id,
                halves: texts.map {
                    Line(kind: .call, text: $0, isFull: charset.columns(of: $0) >= width)
                })
        }
        let isNameAlone = !charset.fits(whole, in: half) && charset.fits(words.who, in: half)
        let text = encoded(isNameAlone ? words.who : whole, half, extra: extra)
        let isFull = charset.columns(of: text) >= half
        return RingingCall(
            id: id,
            halves: [.upperHalf, .lowerHalf].map { Line(kind: $0, text: text, isFull: isFull) })
    }

    /// Line in reverse video.
    private func bar(_ text: [UInt8]) -> Line {
        Line(kind: .bar, text: [0x20] + text + [0x20], isFull: true)
    }

    /// Returns a text cut to a number of columns, with a limit of bytes beyond one per column.
    private func encoded(_ text: String, _ width: Int, extra: Int) -> [UInt8] {
        var bytes = charset.encode(text, width: width)
        guard bytes.count - charset.columns(of: bytes) > extra else { return bytes }
        // Only UTF-8 has multibyte characters.
        let whole = String(decoding: bytes, as: UTF8.self)
        bytes = []
        var widths = 1..<max(width, 1)
        while !widths.isEmpty {
            let middle = widths.lowerBound + widths.count / 2
            let shorter = charset.encode(whole, width: middle)
            if shorter.count - charset.columns(of: shorter) > extra {
                widths = widths.lowerBound..<middle
            } else {
                bytes = shorter
                widths = (middle + 1)..<widths.upperBound
            }
        }
        return bytes
    }

    private func spaces(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0x20, count: max(count, 0))
    }
}
