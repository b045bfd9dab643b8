internal import Charsets
internal import Linux
internal import Notices

/// A whole screen in the sequences of a VT100, each line of which is written anew.
struct VTScreen: Sendable {
    /// A thing on the screen.
    struct Row: Sendable {
        let id: NoticeID
        var clock: String
        let words: SerialWords
    }

    private static let height = 24
    private static let usualWidth = 80
    private static let widths = 20...132
    /// Calls that ring at once and are shown in large letters.
    private static let largeCalls = 2
    /// The columns of clock and word, with the spaces after them.
    private static let startWidth = 5 + 1 + SerialWords.longestWord + 1
    private static let whoWidths = 10...28
    private static let leastText = 10

    /// One call for attention.
    static let bell: [UInt8] = [0x07]
    /// Plain letters of ASCII, the whole screen, no wrapping at the right edge.
    static let setting =
        sequence("[0m") + sequence("(B") + [0x0F] + sequence("[r")
        + sequence("[?7l")
    /// An empty screen.
    static let beginning = setting + sequence("[2J")
    /// Everything as terminals have it when they are switched on.
    static let end = sequence("[0m") + sequence("[?7h") + sequence("[2J") + sequence("[H")

    private let charset: Charset
    private let width: Int
    /// The moment that the screen shows.
    var time = WallTime(milliseconds: 0)
    /// Phones, the one heard of last first.
    var phones: [(name: String, state: PhoneState)] = []
    /// Calls that ring, the newest first.
    var calls: [Row] = []
    /// What else there is, the newest first.
    var rows: [Row] = []
    /// Events that there was no room for.
    var lost = 0

    init(charset: Charset, width: Int?) {
        self.charset = charset
        self.width = min(
            max(width ?? Self.usualWidth, Self.widths.lowerBound), Self.widths.upperBound)
    }

    var bytes: [UInt8] {
        var lines = [bar("CALLBOARD", phoneWords), plain([])]
        for call in calls.prefix(Self.largeCalls) { lines += large(call) }
        if !calls.isEmpty { lines.append(plain([])) }
        let room = Self.height - 1 - lines.count
        lines += rows.prefix(room).map { plain(columns(of: $0)) }
        while lines.count < Self.height - 1 { lines.append(plain([])) }
        lines.append(bar(counts, "as of " + String(time.local.clock.prefix(5))))
        let numbered = lines.enumerated().flatMap { index, line in
            Self.sequence("[\(index + 1);1H") + line
        }
        // The cursor rests where it hides nothing.
        return numbered + Self.sequence("[2;1H")
    }

    private var phoneWords: String {
        guard let phone = phones.first else { return "" }
        return "\(phone.name.cleaned()) \(phone.state.rawValue.filter { $0 != "_" })"
    }

    private var counts: String {
        let missed = rows.filter { $0.words.word == "MISSED" }.count
        var words = ["\(rows.count) on the phone"]
        if missed > 0 { words.append("\(missed) missed") }
        if calls.count > Self.largeCalls { words.append("\(calls.count) ringing") }
        if lost > 0 { words.append("\(lost) left out") }
        return words.joined(separator: ", ")
    }

    private func columns(of row: Row) -> [UInt8] {
        let words = row.words
        let start =
            charset.padded(String(row.clock.prefix(5)), to: 5) + [0x20]
            + charset.padded(words.word, to: SerialWords.longestWord) + [0x20]
        let rest = width - Self.startWidth
        let whoWidth = min(max(rest / 3, Self.whoWidths.lowerBound), Self.whoWidths.upperBound)
        let textWidth = rest - whoWidth - 1
        guard textWidth >= Self.leastText else {
            return start + charset.encode(words.who, width: max(rest, 0))
        }
        return start + charset.padded(words.who, to: whoWidth) + [0x20]
            + charset.encode(words.text, width: textWidth)
    }

    /// A line in reverse: what stands on the left, and as much as fits on the right.
    private func bar(_ left: String, _ right: String) -> [UInt8] {
        let inside = width - 2
        let right = charset.encode(right, width: max(inside - left.utf8.count - 1, 0))
        let rightWidth =
            charset == .utf8 ? String(decoding: right, as: UTF8.self).columns : right.count
        let text = [0x20] + charset.padded(left, to: inside - rightWidth) + right + [0x20]
        return Self.sequence("#5") + Self.sequence("[0;7m") + text + Self.sequence("[0m")
            + Self.sequence("[K")
    }

    private func plain(_ text: [UInt8]) -> [UInt8] {
        Self.sequence("#5") + Self.sequence("[0m") + text + Self.sequence("[K")
    }

    /// Two lines that are the upper and the lower half of the same letters, each two columns wide.
    private func large(_ call: Row) -> [[UInt8]] {
        let text = charset.encode("\(call.words.word) \(call.words.who)", width: width / 2)
        return ["#3", "#4"].map { half in
            Self.sequence(half) + Self.sequence("[1;5m") + text + Self.sequence("[0m")
                + Self.sequence("[K")
        }
    }

    private static func sequence(_ text: String) -> [UInt8] {
        [0x1B] + Array(text.utf8)
    }
}
