internal import Notices

/// Layout of an entry in columns: clock, sign, label, phone, who, text.
struct BoardLayout {
    /// A run of text in one tone.
    private typealias Piece = (text: String, tone: Tone)
    /// Function that returns the parts of a text to highlight, as ordered disjoint ranges of its UTF-8 bytes.
    typealias Marking = (String) -> [Range<Int>]

    /// Maximum number of lines of an entry.
    static let lineLimit = 3
    /// Maximum number of lines of name and text on a terminal too narrow for both beside the label.
    private static let narrowNameLines = 2
    private static let narrowTextLines = 3
    /// Narrowest text column; if less is available, the text goes below.
    private static let leastTextWidth = 16
    private static let leastWhoWidth = 8
    private static let labelWidth = 6
    /// Width of clock, sign and label, with the spaces around them.
    private static let startWidth = 18
    private static let phoneWidth = 12
    private static let whoWidths = 12...28
    /// Indent of text that goes below, under the label.
    private static let lowIndent = 10
    private static let appSeparator = " · "
    /// Shortest useful part of an app name.
    private static let leastAppWidth = 4

    /// Width of a line; nil if output is not a terminal.
    let columns: Int?
    let showsPhone: Bool
    let isColored: Bool
    /// Whether text is never shortened, regardless of the number of lines.
    var isWhole = false

    /// Returns the entry as complete lines.
    ///
    /// - Parameter marking: parts of the notification's text to highlight if colour is used.
    func text(of entry: BoardEntry, marking: Marking? = nil) -> String {
        lines(of: entry).map { pieces in
            let pieces = fitted(pieces)
            let plain = pieces.map(\.text).joined()
            if !isColored { return plain + "\n" }
            if let tone = entry.tone { return tone.applied(to: plain) + "\n" }
            return pieces.map { piece in
                guard let marking, Self.isOfNotice(piece) else {
                    return piece.tone.applied(to: piece.text)
                }
                return marked(piece, marking(piece.text))
            }.joined() + "\n"
        }.joined()
    }

    /// Returns whether a piece is content of the notification: sender, text or app.
    private static func isOfNotice(_ piece: Piece) -> Bool {
        piece.tone == .bold || piece.tone == .plain || piece.text.hasPrefix(appSeparator)
    }

    private func marked(_ piece: Piece, _ ranges: [Range<Int>]) -> String {
        let bytes = Array(piece.text.utf8)
        var text = ""
        var end = 0
        func add(_ range: Range<Int>, _ tone: Tone) {
            text += tone.applied(to: String(decoding: bytes[range], as: UTF8.self))
        }
        for range in ranges where range.lowerBound >= end && range.upperBound <= bytes.count {
            add(end..<range.lowerBound, piece.tone)
            add(range, piece.tone.marked)
            end = range.upperBound
        }
        add(end..<bytes.count, piece.tone)
        return text
    }

    private func lines(of entry: BoardEntry) -> [[Piece]] {
        let start = self.start(of: entry)
        let whoIndent = width(of: start)
        let textIndent = Self.startWidth + phoneColumn + whoWidth + 2
        guard let columns else {
            let who = self.who(of: entry, room: nil)
            return [line(start + who, entry.text, at: textIndent)]
        }
        let room = max(1, columns - whoIndent)
        if isWhole { return wholeLines(of: entry, start, room: room, textIndent, columns) }
        if room < Self.leastWhoWidth { return narrowLines(of: entry, start, columns) }
        if entry.text.isEmpty { return [start + who(of: entry, room: room)] }

        let whoRoom = textIndent - 2 - whoIndent
        let hasTextColumn = columns - textIndent >= Self.leastTextWidth
        if hasTextColumn, entry.who.fits(in: whoRoom) {
            let lines = entry.text.wrapped(to: columns - textIndent, lines: Self.lineLimit)
            return [line(start + who(of: entry, room: whoRoom), lines.first ?? "", at: textIndent)]
                + lines.dropFirst().map { line([], $0, at: textIndent) }
        }
        let rest = entry.text.fits(in: room) ? room - 2 - entry.text.columns : 0
        if entry.who.fits(in: rest) || entry.isBrief && rest >= Self.leastWhoWidth {
            return [line(start + who(of: entry, room: rest), entry.text, at: 0)]
        }
        let indent = hasTextColumn ? textIndent : min(Self.lowIndent, columns / 4)
        let lines = entry.text.wrapped(to: max(1, columns - indent), lines: Self.lineLimit - 1)
        return [start + who(of: entry, room: room)] + lines.map { line([], $0, at: indent) }
    }

    /// Returns an entry without room for a name beside the label; name and text go below.
    private func narrowLines(of entry: BoardEntry, _ start: [Piece], _ columns: Int) -> [[Piece]] {
        let names = entry.who.wrapped(to: max(1, columns), lines: Self.narrowNameLines)
        let indent = min(Self.lowIndent, columns / 8)
        let text = entry.text.wrapped(
            to: max(1, columns - indent), lines: Self.narrowTextLines)
        return [start] + names.map { [($0, .bold)] } + text.map { line([], $0, at: indent) }
    }

    /// Returns an entry with full name and app, and the text beside them if there is room, otherwise below.
    private func wholeLines(
        of entry: BoardEntry, _ start: [Piece], room: Int, _ textIndent: Int, _ columns: Int
    ) -> [[Piece]] {
        let who = entry.who + (entry.app.map { Self.appSeparator + $0 } ?? "")
        let whoIndent = columns - room
        let hasTextColumn =
            columns - textIndent >= Self.leastTextWidth && who.fits(in: textIndent - 2 - whoIndent)
        let indent = hasTextColumn ? textIndent : min(Self.lowIndent, columns / 4)
        let text = entry.text.wrapped(to: max(1, columns - indent), lines: .max)
        if hasTextColumn {
            let first = start + self.who(of: entry, room: nil)
            return [line(first, text.first ?? "", at: indent)]
                + text.dropFirst().map { line([], $0, at: indent) }
        }
        let isBeside = room >= Self.leastWhoWidth
        let nameIndent = isBeside ? whoIndent : 0
        let names = who.wrapped(to: max(1, columns - nameIndent), lines: .max)
            .map { [(String(repeating: " ", count: nameIndent), .plain), ($0, .bold)] as [Piece] }
        let head = isBeside ? [start + (names.first?.dropFirst() ?? [])] : [start]
        return head + names.dropFirst(isBeside ? 1 : 0) + text.map { line([], $0, at: indent) }
    }

    /// Width of the name column.
    private var whoWidth: Int {
        let share = columns.map { $0 * 3 / 10 } ?? Self.whoWidths.upperBound
        return min(max(share, Self.whoWidths.lowerBound), Self.whoWidths.upperBound)
    }

    /// Width of the phone column, including the two spaces after it; zero without that column.
    private var phoneColumn: Int {
        showsPhone ? Self.phoneWidth + 2 : 0
    }

    private func start(of entry: BoardEntry) -> [Piece] {
        var pieces: [Piece] = [
            (entry.clock, .dim), (" " + entry.sign, .plain), (entry.label, entry.labelTone),
            (space(after: entry.label, to: Self.labelWidth), .plain),
        ]
        if showsPhone, !entry.isAboutPhone {
            let phone =
                columns == nil || isWhole ? entry.phone : entry.phone.cut(to: Self.phoneWidth)
            pieces += [(phone, .dim), (space(after: phone, to: Self.phoneWidth), .plain)]
        }
        return pieces
    }

    /// Appends a text at a column, or two spaces further right if that column is occupied.
    private func line(_ pieces: [Piece], _ text: String, at indent: Int) -> [Piece] {
        if text.isEmpty { return pieces }
        let width = width(of: pieces)
        let space = pieces.isEmpty ? indent : max(indent - width, 2)
        return pieces + [(String(repeating: " ", count: space), .plain), (text, .plain)]
    }

    /// Returns the name, and the app as far as there is room.
    private func who(of entry: BoardEntry, room: Int?) -> [Piece] {
        guard let room else {
            return [(entry.who, .bold)] + (entry.app.map { [(Self.appSeparator + $0, .dim)] } ?? [])
        }
        let who = entry.who.cut(to: room)
        let rest = room - who.columns - Self.appSeparator.columns
        guard let app = entry.app, rest >= min(Self.leastAppWidth, app.columns) else {
            return [(who, .bold)]
        }
        return [(who, .bold), (Self.appSeparator + app.cut(to: rest), .dim)]
    }

    /// Shortens the pieces of a line that is still too wide for the terminal.
    private func fitted(_ pieces: [Piece]) -> [Piece] {
        guard let columns, width(of: pieces) > columns else { return pieces }
        var room = columns
        var fitted: [Piece] = []
        for piece in pieces where room > 0 {
            let text = piece.text.cut(to: room)
            fitted.append((text, piece.tone))
            room -= text.columns
            if text != piece.text { break }
        }
        return fitted
    }

    private func width(of pieces: [Piece]) -> Int {
        pieces.reduce(0) { $0 + $1.text.columns }
    }

    private func space(after text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.columns) + 2)
    }
}
