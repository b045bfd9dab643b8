/// Terminal sequences that turn one screen into another.
package struct ScreenDiff {
    /// Maximum unchanged cells that are cheaper to send again than to skip.
    private static let cheapGap = 4
    /// Minimum blanks at the end of a row for an erase sequence.
    private static let leastErasure = 4

    private let palette: ScreenPalette
    private var bytes: [UInt8] = []
    /// Position and tone of the terminal's cursor; nil if unknown.
    private var cursor: (row: Int, column: Int)?
    private var tone: ScreenTone?

    /// Returns the bytes for a terminal that shows `old`; all of the screen if that is nil or of
    /// another size.
    package static func bytes(
        from old: ScreenCanvas?, to new: ScreenCanvas, _ palette: ScreenPalette
    ) -> [UInt8] {
        var diff = ScreenDiff(palette)
        let isSameSize = old?.columns == new.columns && old?.rows == new.rows
        if !isSameSize { diff.add("\u{1B}[0m\u{1B}[2J") }
        let before =
            isSameSize ? old ?? new : ScreenCanvas(columns: new.columns, rows: new.rows)
        for row in 0..<new.rows { diff.change(row, Array(before.row(row)), Array(new.row(row))) }
        if diff.tone != nil { diff.add("\u{1B}[0m") }
        return diff.bytes
    }

    private init(_ palette: ScreenPalette) {
        self.palette = palette
    }

    private mutating func change(
        _ row: Int, _ old: [ScreenCanvas.Cell], _ new: [ScreenCanvas.Cell]
    ) {
        if old == new { return }
        var column = 0
        while let start = (column..<new.count).first(where: { old[$0] != new[$0] }) {
            var end = start + 1
            var gap = 0
            while end + gap < new.count, gap <= Self.cheapGap {
                if old[end + gap] == new[end + gap] {
                    gap += 1
                } else {
                    end += gap + 1
                    gap = 0
                }
            }
            var first = start
            while first > 0, old[first].isTail || new[first].isTail { first -= 1 }
            while end < new.count, old[end].isTail || new[end].isTail { end += 1 }
            write(row, first..<end, new)
            column = end
        }
    }

    private mutating func write(_ row: Int, _ range: Range<Int>, _ new: [ScreenCanvas.Cell]) {
        let blank = ScreenCanvas.Cell()
        let reachesEdge = range.upperBound == new.count
        let blanksFrom = reachesEdge ? (new.lastIndex { $0 != blank } ?? -1) + 1 : new.count
        var column = range.lowerBound
        while column < range.upperBound {
            if column >= blanksFrom, new.count - column >= Self.leastErasure {
                move(row, column)
                select(.plain)
                add("\u{1B}[K")
                return
            }
            var end = column + 1
            while end < new.count, new[end].isTail { end += 1 }
            move(row, column)
            select(new[column].tone)
            put(new[column].character, row, column..<end)
            column = end
        }
    }

    private mutating func put(_ character: Character, _ row: Int, _ cells: Range<Int>) {
        if character.hasCertainWidth {
            add(String(character))
            cursor = (row, cells.upperBound)
            return
        }
        // Terminals differ in the width of this character. Therefore its cells are cleared first,
        // and the cursor is positioned again after it.
        add(String(repeating: " ", count: cells.count))
        cursor = nil
        move(row, cells.lowerBound)
        add(String(character))
        cursor = nil
    }

    private mutating func move(_ row: Int, _ column: Int) {
        if let cursor, cursor == (row, column) { return }
        cursor = (row, column)
        add("\u{1B}[\(row + 1);\(column + 1)H")
    }

    private mutating func select(_ tone: ScreenTone) {
        if self.tone == tone { return }
        self.tone = tone
        add("\u{1B}[\(palette.parameters(of: tone))m")
    }

    private mutating func add(_ text: String) {
        bytes += Array(text.utf8)
    }
}

extension Character {
    /// Whether all terminals agree on the width of this character.
    fileprivate var hasCertainWidth: Bool {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return switch scalar.value {
        // ASCII and Latin; Greek, Cyrillic and Armenian; Hebrew letters; dashes and dots; lines and
        // blocks; kana, ideographs and Hangul; wide forms of ASCII.
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x556,
            0x5D0...0x5EA, 0x2010...0x2027, 0x2500...0x259F, 0x3041...0x3096, 0x30A1...0x30FA,
            0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
            true
        default: false
        }
    }
}
