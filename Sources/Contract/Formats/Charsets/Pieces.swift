internal import Notices

/// Bytes of a text that know where a character ends, so that none is ever cut.
struct Pieces {
    private(set) var bytes: [UInt8] = []
    /// The columns that all bytes take.
    private(set) var columns = 0
    /// Where each piece begins, in bytes and in columns.
    private var starts: [(byte: Int, column: Int)] = []

    init() {}

    /// The characters of a cleaned text as they are, or more of them than `limit` columns.
    ///
    /// Of the beginning of a text the last character is left out, for it may go on.
    init(utf8 text: String, isWhole: Bool, upTo limit: Int) {
        var start = text.startIndex
        while start < text.endIndex, !exceeds(limit) {
            let end = text.index(after: start)
            if end == text.endIndex, !isWhole { break }
            append(text[start..<end].utf8, columns: text[start].columns)
            start = end
        }
    }

    /// Whether the text is wider than this, whatever follows; spaces at its end may yet go.
    func exceeds(_ limit: Int) -> Bool {
        columns > limit && bytes.last != UInt8(ascii: " ")
    }

    /// Adds what one character has become.
    mutating func append(_ piece: some Sequence<UInt8>, columns width: Int) {
        starts.append((bytes.count, columns))
        bytes.append(contentsOf: piece)
        columns += width
    }

    /// Adds what one character has become, a column for each byte.
    mutating func append(_ piece: some Collection<UInt8>) {
        append(piece, columns: piece.count)
    }

    /// The words between spaces, and of each its characters with their columns.
    var words: [[(bytes: ArraySlice<UInt8>, columns: Int)]] {
        var words: [[(bytes: ArraySlice<UInt8>, columns: Int)]] = [[]]
        for (index, start) in starts.enumerated() {
            let isLast = index + 1 == starts.count
            let end = isLast ? (byte: bytes.count, column: columns) : starts[index + 1]
            let piece = bytes[start.byte..<end.byte]
            // What a character has become may be several words.
            if !piece.contains(UInt8(ascii: " ")) {
                words[words.count - 1].append((piece, end.column - start.column))
                continue
            }
            for byte in piece.indices {
                if piece[byte] == UInt8(ascii: " ") {
                    words.append([])
                } else {
                    words[words.count - 1].append((piece[byte...byte], 1))
                }
            }
        }
        return words.filter { !$0.isEmpty }
    }

    /// Adds other pieces behind these.
    mutating func append(_ other: Pieces) {
        starts += other.starts.map { ($0.byte + bytes.count, $0.column + columns) }
        bytes += other.bytes
        columns += other.columns
    }

    /// Adds so many spaces.
    mutating func append(spaces count: Int) {
        for _ in 0..<max(0, count) { append([UInt8(ascii: " ")], columns: 1) }
    }

    mutating func removeLastSpaces() {
        while bytes.last == UInt8(ascii: " ") {
            bytes.removeLast()
            columns -= 1
            while let last = starts.last, last.byte >= bytes.count { starts.removeLast() }
        }
    }

    /// Leaves out what does not fit, and the spaces before it, and puts a mark of one column there.
    mutating func cut(to limit: Int, mark: [UInt8]) {
        guard columns > limit else { return }
        guard limit > 0 else {
            self = Pieces()
            return
        }
        while columns > limit - 1, let start = starts.popLast() {
            bytes.removeSubrange(start.byte...)
            columns = start.column
        }
        removeLastSpaces()
        append(mark, columns: 1)
    }
}
