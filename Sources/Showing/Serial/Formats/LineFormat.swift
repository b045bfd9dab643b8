internal import Formats
internal import Linux
internal import Notices

/// Lines such as `CALL Zoe Muller`, one per event.
///
/// With a width, they have fixed columns; with a small width, an event takes several lines.
struct LineFormat: CommandedFormat {
    /// Default line length; small devices have small buffers.
    static let usualLimit = 250
    /// Widths of the name column.
    private static let whoWidths = 10...24
    /// Minimum width of a text column.
    private static let leastText = 10
    /// Widths at which an event that does not fit into one line takes several.
    static let smallWidths = 16...40
    /// Limit of lines of one event, because a call has to wait for them.
    static let mostLines = 6
    /// Limit of name lines that are followed by a text.
    private static let mostWhoLines = 2

    var commands: CommandReader
    private var news = PhoneNewsFilter()

    init(_ style: SerialStyle) { commands = CommandReader(style) }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        guard news.takes(event) else { return [] }
        return event.packets(said(of: event) ?? [], slot: event.stateSlot)
    }

    mutating func heartbeat(at time: WallTime) -> [UInt8] {
        line(SerialWords("ALIVE", time.local.clock))
    }

    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        line(SerialWords("LOST", "\(events)"))
    }

    private func said(of event: BridgeEvent) -> [UInt8]? {
        guard let templates = style.templates else { return SerialWords(event).map(line) }
        return templates.line(for: event, style.charset, upTo: style.width ?? Self.usualLimit)
            .map { $0 + style.lineEnd.bytes }
    }

    private func line(_ words: SerialWords) -> [UInt8] {
        guard let width = style.width else { return flowing(words) + style.lineEnd.bytes }
        let isSmall = Self.smallWidths.contains(width) && !fits(words, width)
        let lines = isSmall ? lines(words, width) : [columns(words, width)]
        return lines.flatMap { $0 + style.lineEnd.bytes }
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
        guard let widths = Self.widths(in: rest) else {
            return start + charset.padded(words.who, to: rest)
        }
        return start + charset.padded(words.who, to: widths.who) + [0x20]
            + charset.padded(words.text(columns: widths.text), to: widths.text)
    }

    /// Returns the widths of name and text for the rest of a line; nil if there is no room for a
    /// text.
    private static func widths(in rest: Int) -> (who: Int, text: Int)? {
        let who = min(max(rest * 2 / 5, whoWidths.lowerBound), whoWidths.upperBound)
        let text = rest - who - 1
        return text >= leastText ? (who, text) : nil
    }

    /// Returns whether nothing is cut in the columns of one line.
    private func fits(_ words: SerialWords, _ width: Int) -> Bool {
        let rest = width - SerialWords.longestWord - 1
        let widths = Self.widths(in: rest) ?? (rest, 0)
        return style.charset.fits(words.who, in: widths.who)
            && style.charset.fits(words.text(columns: widths.text), in: widths.text)
    }

    /// Returns the word with the name, if it fits, and the rest in indented lines below.
    private func lines(_ words: SerialWords, _ width: Int) -> [[UInt8]] {
        let charset = style.charset
        let start = charset.padded(words.word, to: SerialWords.longestWord) + [0x20]
        var lines: [[UInt8]] = []
        func below(_ text: String, _ most: Int) {
            let widths = [Int](repeating: width - 1, count: most)
            lines += charset.lines(of: text, widths: widths).map { line in
                let spaces = max(0, width - 1 - charset.columns(of: line))
                return [0x20] + line + [UInt8](repeating: 0x20, count: spaces)
            }
        }
        if charset.fits(words.who, in: width - start.count) {
            lines = [start + charset.padded(words.who, to: width - start.count)]
        } else {
            lines = [charset.padded(words.word, to: width)]
            below(words.who, words.text.isEmpty ? Self.mostLines - 1 : Self.mostWhoLines)
        }
        below(words.text(columns: width - 1), Self.mostLines - lines.count)
        return lines
    }
}
