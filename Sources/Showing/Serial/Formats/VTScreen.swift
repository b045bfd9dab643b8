internal import Formats
internal import Linux
internal import Notices

/// What a VT100 shows, and the sequences that have it show a line.
struct VTScreen: Sendable {
    /// A line as it is to look.
    struct Line: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case plain
            case bar
            case upperHalf
            case lowerHalf
            /// A call whose name has no room in large letters.
            case call
        }

        var kind = Kind.plain
        var text: [UInt8] = []
        /// Whether the text takes the last column, too.
        var isFull = false

        /// Whether it is a line of a call that rings.
        var isLarge: Bool { kind == .upperHalf || kind == .lowerHalf || kind == .call }
    }

    /// A notice in the list.
    struct Row: Sendable {
        let id: NoticeID
        let clock: String
        let isMissed: Bool
        /// What the terminal is sent, made once.
        fileprivate let lines: [Line]
    }

    /// A call that rings.
    struct RingingCall: Sendable {
        let id: NoticeID
        fileprivate let halves: [Line]
    }

    /// A thing that was left behind.
    private struct CountedItem: Sendable {
        let name: String
        let lines: [Line]
    }

    static let height = 24
    /// Things that were left behind are shown so many at most; past that the first one is not.
    private static let thingLimit = 3
    private static let usualWidth = 80
    static let widths = 20...132
    /// Calls that ring at once and are shown in large letters.
    private static let largeCalls = 2
    /// The columns of clock and word, with the spaces after them.
    private static let startWidth = 5 + 1 + SerialWords.longestWord + 1
    private static let whoWidths = 10...28
    /// The bytes that a line's text may have beside one for each column, on the average of all: a
    /// letter may have many marks.
    private static let extraBytes = 3
    /// From this width on a notice has one line, else who has one, and the rest the one below.
    private static let wideWidth = 41

    /// One call for attention.
    static let bell: [UInt8] = [0x07]
    /// Plain letters of ASCII, the whole screen, no wrapping at the right edge, and lines that move at
    /// once.
    static let setting =
        sequence("[0m") + sequence("(B") + [0x0F] + sequence("[r")
        + sequence("[?7l") + sequence("[?4l")
    /// An empty screen.
    static let beginning = setting + sequence("[2J")
    /// Everything as terminals have it when they are switched on.
    static let end = sequence("[0m") + sequence("[?7h") + sequence("[2J") + sequence("[H")

    let charset: Charset
    let width: Int
    /// The moment that the screen shows.
    var time = WallTime(milliseconds: 0)
    /// The phone heard of last, and how it is doing.
    var phone = (name: "", state: "")
    /// Calls that ring, the newest first.
    var calls: [RingingCall] = []
    /// What else there is, the newest first.
    var rows: [Row] = []
    /// Things that were left behind, the last one first.
    private var things: [CountedItem] = []
    /// Events that there was no room for.
    var lost = 0

    init(charset: Charset, width: Int?) {
        self.charset = charset
        self.width = min(
            max(width ?? Self.usualWidth, Self.widths.lowerBound), Self.widths.upperBound)
    }

    /// All lines, from the top.
    var lines: [Line] {
        var lines = [title, Line()]
        for call in calls.prefix(Self.largeCalls) { lines += call.halves }
        if !calls.isEmpty { lines.append(Line()) }
        let room = (Self.height - 1 - lines.count) / (isNarrow ? 2 : 1)
        lines += (things.map(\.lines) + rows.prefix(room).map(\.lines)).prefix(room).joined()
        while lines.count < Self.height - 1 { lines.append(Line()) }
        return lines + [summary]
    }

    /// The first line: the name of the phone gives way to its state, and ours to both.
    private var title: Line {
        let ours = Array("CALLBOARD".utf8)
        let state = Array(phone.state.utf8.prefix(inside))
        let name = encoded(phone.name, inside - state.count - 1, extra: width * Self.extraBytes)
        let room = inside - charset.columns(of: name) - state.count
        return room > ours.count + 1
            ? bar(ours + spaces(room - ours.count - 1) + name + [0x20] + state)
            : bar(name + spaces(room) + state)
    }

    /// The last line, in as few words as its columns need.
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
        if lost > 0 { words.append("\(lost) left out") }
        return words.joined(separator: ", ")
    }

    private var isNarrow: Bool { width < Self.wideWidth }

    /// A row of the list.
    func row(_ id: NoticeID, _ clock: String, _ words: SerialWords) -> Row {
        Row(id: id, clock: clock, isMissed: words.isMissed, lines: listed(clock, words))
    }

    private func listed(_ clock: String, _ words: SerialWords) -> [Line] {
        isNarrow ? narrowLines(clock, words) : [wideLine(clock, words)]
    }

    /// Takes whether a thing was left behind or is here, and says whether that changes anything.
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

    /// All in columns.
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

    /// Who from the left edge, with the time where that has room, and below it what it is.
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

    /// A call in two lines that are the upper and the lower half of the same letters, each two columns
    /// wide; in ordinary ones where its name has room in those alone.
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

    /// A line in reverse.
    private func bar(_ text: [UInt8]) -> Line {
        Line(kind: .bar, text: [0x20] + text + [0x20], isFull: true)
    }

    /// A text in at most so many columns, and so many bytes beside one for each of them.
    private func encoded(_ text: String, _ width: Int, extra: Int) -> [UInt8] {
        var bytes = charset.encode(text, width: width)
        guard bytes.count - charset.columns(of: bytes) > extra else { return bytes }
        // No other charset has letters of several bytes, so this is text of UTF-8.
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

    /// The bytes that make a line, the first of which has the number zero, look like this.
    static func said(_ line: Line, inRow row: Int) -> [UInt8] {
        let (size, look) =
            switch line.kind {
            case .plain: ("#5", "")
            case .bar: ("#5", "[7m")
            case .upperHalf: ("#3", "[1;5m")
            case .lowerHalf: ("#4", "[1;5m")
            case .call: ("#5", "[1;5m")
            }
        // Behind a full line the cursor stands on the last letter, which must not be taken away.
        let (before, after) = line.isFull ? (sequence("[K"), []) : ([], sequence("[K"))
        let text = look.isEmpty ? line.text : sequence(look) + line.text + sequence("[0m")
        // The cursor rests where it hides nothing.
        return sequence("[\(row + 1);1H") + sequence(size) + sequence("[0m") + before + text + after
            + sequence("[2;1H")
    }

    /// The same for a terminal that shows another line there: of a bar no more than what differs.
    func said(_ line: Line, after old: Line?, inRow row: Int) -> [UInt8] {
        let whole = Self.said(line, inRow: row)
        guard let old, line.kind == .bar, old.kind == .bar, charset != .utf8,
            line.text.count == old.text.count,
            let first = line.text.indices.first(where: { line.text[$0] != old.text[$0] }),
            let last = line.text.indices.last(where: { line.text[$0] != old.text[$0] })
        else { return whole }
        return Self.sequence("[\(row + 1);\(first + 1)H") + Self.sequence("[7m")
            + line.text[first...last] + Self.sequence("[0m") + Self.sequence("[2;1H")
    }

    static func sequence(_ text: String) -> [UInt8] {
        [0x1B] + Array(text.utf8)
    }
}
