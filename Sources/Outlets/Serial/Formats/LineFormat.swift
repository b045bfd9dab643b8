internal import Charsets
internal import Linux
internal import Notices

/// `CALL Zoe Muller`: one line for each event; in columns that stand still where there is a width.
struct LineFormat: CommandedFormat {
    /// The columns of a line where nobody says how many there are; small devices have small buffers.
    static let usualLimit = 250
    /// Who stands in a column of its own where the line has room for that.
    private static let whoWidths = 10...24
    /// A text in less than this is not worth a column.
    private static let leastText = 10

    private let style: SerialStyle
    var commands: CommandReader

    init(_ style: SerialStyle) {
        self.style = style
        commands = CommandReader(style)
    }

    mutating func packets(for event: BoardEvent) -> [SerialPacket] {
        event.packets(said(of: event) ?? [], slot: event.callSlot)
    }

    mutating func heartbeat(at time: WallTime) -> [UInt8] {
        line(SerialWords("ALIVE", time.local.clock))
    }

    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        line(SerialWords("LOST", "\(events)"))
    }

    private func said(of event: BoardEvent) -> [UInt8]? {
        guard let templates = style.templates else { return SerialWords(event).map(line) }
        return templates.line(for: event, style.charset, upTo: style.width ?? Self.usualLimit)
            .map { $0 + style.lineEnd.bytes }
    }

    private func line(_ words: SerialWords) -> [UInt8] {
        (style.width.map { columns(words, $0) } ?? flowing(words)) + style.lineEnd.bytes
    }

    private func flowing(_ words: SerialWords) -> [UInt8] {
        let text = words.text.isEmpty ? "" : ": " + words.text
        return style.charset.encode("\(words.word) \(words.who)\(text)", width: Self.usualLimit)
    }

    private func columns(_ words: SerialWords, _ width: Int) -> [UInt8] {
        let charset = style.charset
        let rest = width - SerialWords.longestWord - 1
        guard rest > 0 else { return charset.padded(words.word, to: max(width, 1)) }
        let start = charset.padded(words.word, to: SerialWords.longestWord) + [0x20]
        let whoWidth = min(max(rest * 2 / 5, Self.whoWidths.lowerBound), Self.whoWidths.upperBound)
        let textWidth = rest - whoWidth - 1
        guard textWidth >= Self.leastText else {
            return start + charset.padded(words.who, to: rest)
        }
        return start + charset.padded(words.who, to: whoWidth) + [0x20]
            + charset.padded(words.text(columns: textWidth), to: textWidth)
    }
}
