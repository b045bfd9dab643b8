internal import Board
internal import Formats

/// Formatter of the rows of one entry.
///
/// A face is what these rows show at a time: the name at the left edge and a line of the text below
/// it.
struct LCDFaces {
    /// Limit of faces for one entry; the rest of its text is cut.
    static let limit = 6
    /// Width from which on a notification has one row, which begins with its time.
    static let wideWidth = 41
    /// Minimum room for a text after the name; below it, name and text are wrapped together.
    private static let leastText = 16
    /// Width of the time at the beginning of a row.
    private static let momentWidth = 5

    let charset: Charset
    let width: Int
    /// Rows of one entry, one or two.
    let rows: Int
    /// Width available in the last row, beside the mark with the number of missed calls.
    let lower: Int

    /// Returns the faces of an entry, at least one: rows without trailing spaces.
    func faces(of entry: LCDEntry) -> [[[UInt8]]] {
        if rows > 1 { return twoRows(entry) }
        return width < Self.wideWidth ? oneRow(entry) : wideRow(entry)
    }

    private func twoRows(_ entry: LCDEntry) -> [[[UInt8]]] {
        var faces: [[[UInt8]]] = []
        var words = entry.words
        var head = charset.encode(entry.titleInRow)
        if head.count > width {
            head = charset.encode(entry.name)
            words = [entry.number, words].filter { !$0.isEmpty }.joined(separator: " ")
        }
        if head.count > width {
            // First the whole name, then as much of it as identifies the text.
            let lines = charset.lines(of: entry.name, widths: [width, lower, width, lower])
            faces = stride(from: 0, to: lines.count, by: 2).map { Array(lines[$0...].prefix(2)) }
            head = charset.lines(of: entry.name, widths: [width]).first ?? []
        }
        let hasClock = put(entry.moment, behind: &head, width)
        var lines = text(words, count: Self.limit - faces.count, lower)
        if !hasClock, var last = lines.popLast() {
            _ = put(entry.moment, behind: &last, lower)
            lines.append(last)
        }
        if lines.isEmpty, faces.isEmpty { lines = [[]] }
        return faces + lines.map { [head, $0] }
    }

    private func oneRow(_ entry: LCDEntry) -> [[[UInt8]]] {
        // A name that fits only without the mark has the whole row.
        let isWhole = (lower + 1...max(lower + 1, width)).contains(
            charset.encode(entry.titleInRow).count)
        let name = text(entry.titleInRow, count: Self.limit / 2, isWhole ? width : lower)
        var lines = name + text(entry.words, count: Self.limit - name.count, lower)
        if var last = lines.popLast() {
            _ = put(entry.moment, behind: &last, lower)
            lines.append(last)
        }
        return lines.isEmpty ? [[[]]] : lines.map { [$0] }
    }

    private func wideRow(_ entry: LCDEntry) -> [[[UInt8]]] {
        let start = start(of: entry.moment)
        let name = charset.encode(entry.titleInRow)
        let head = start + name + (entry.words.isEmpty ? [] : Array(": ".utf8))
        let room = lower - head.count
        guard room >= Self.leastText else {
            let words = [entry.titleInRow, entry.words].filter { !$0.isEmpty }
                .joined(separator: ": ")
            let lines = text(words, count: Self.limit, lower - start.count)
            return lines.isEmpty ? [[start]] : lines.map { [start + $0] }
        }
        let lines = text(entry.words, count: Self.limit, room)
        return lines.isEmpty ? [[head]] : lines.map { [head + $0] }
    }

    private func text(_ text: String, count: Int, _ width: Int) -> [[UInt8]] {
        charset.lines(of: text, widths: [Int](repeating: width, count: max(count, 1)))
    }

    /// Returns the time, padded to the same width in every row.
    private func start(of moment: RowMoment?) -> [UInt8] {
        guard let moment else { return [] }
        let words = Array(moment.words(columns: Self.momentWidth).utf8)
        return words + [UInt8](repeating: 0x20, count: Self.momentWidth + 1 - words.count)
    }

    /// Puts the time at the right edge of a row and returns whether there was room.
    private func put(_ moment: RowMoment?, behind row: inout [UInt8], _ width: Int) -> Bool {
        guard let moment else { return true }
        let words = moment.words(columns: width - row.count - 1)
        guard !words.isEmpty else { return false }
        let room = width - row.count - words.utf8.count
        row += [UInt8](repeating: 0x20, count: room) + words.utf8
        return true
    }
}
