internal import Notices

/// Encoded text with known character boundaries, so that no character is ever split.
struct Pieces {
    private(set) var bytes: [UInt8] = []
    /// Width of all bytes in columns.
    private(set) var columns = 0
    /// Start of each piece, in bytes and in columns.
    private var starts: [(byte: Int, column: Int)] = []

    init() {}

    /// Splits a cleaned text into characters, up to slightly more than `limit` columns.
    ///
    /// For an incomplete text the last character is omitted, since it may continue.
    init(utf8 text: String, isWhole: Bool, upTo limit: Int) {
        var start = text.startIndex
        while start < text.endIndex, !exceeds(limit) {
            let end = text.index(after: start)
            if end == text.endIndex, !isWhole { break }
            append(text[start..<end].utf8, columns: text[start].columns)
            start = end
        }
    }

    /// Returns whether the text is wider than the limit, regardless of what follows; trailing spaces may still be dropped.
    func exceeds(_ limit: Int) -> Bool {
        columns > limit && bytes.last != UInt8(ascii: " ")
    }

    /// Appends the encoded form of a character.
    mutating func append(_ piece: some Sequence<UInt8>, columns width: Int) {
        starts.append((bytes.count, columns))
        bytes.append(contentsOf: piece)
        columns += width
    }

    /// Appends the encoded form of a character, one column per byte.
    mutating func append(_ piece: some Collection<UInt8>) {
        append(piece, columns: piece.count)
    }

    /// Words separated by spaces, as characters with their widths.
    var words: [[(bytes: ArraySlice<UInt8>, columns: Int)]] {
        var words: [[(bytes: ArraySlice<UInt8>, columns: Int)]] = [[]]
        for (index, start) in starts.enumerated() {
            let isLast = index + 1 == starts.count
            let end = isLast ? (byte: bytes.count, column: columns) : starts[index + 1]
            let piece = bytes[start.byte..<end.byte]
            // The encoded form of a character may contain several words.
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

    /// Appends other pieces.
    mutating func append(_ other: Pieces) {
        starts += other.starts.map { ($0.byte + bytes.count, $0.column + columns) }
        bytes += other.bytes
        columns += other.columns
    }

    /// Appends spaces.
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

    /// Removes excess pieces and the spaces before them, and appends a mark of one column.
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
