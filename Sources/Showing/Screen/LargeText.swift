internal import Notices

/// Text in characters several cells high, as large as fits.
struct LargeText {
    /// Size of a dot of a character, in columns and halves of a row.
    private struct Dot {
        let width: Int
        let halves: Int
        var size: Int { width * halves }
    }

    private static let lineLimit = 3
    private static let largestDot = 8
    /// Character limit, above what any screen can show.
    private static let letterLimit = 120

    /// Rows of cells, each as wide as the text.
    let rows: [String]
    let columns: Int

    /// Returns nil if the text has characters without a shape, or does not fit.
    ///
    /// - Parameter hasHalves: whether the terminal has half-block characters.
    init?(_ text: String, columns: Int, rows: Int, isUTF8: Bool, hasHalves: Bool = true) {
        guard let words = Self.words(of: text), !words.isEmpty else { return nil }
        for dot in Self.dots(hasHalves: isUTF8 && hasHalves) {
            // One more column than the characters, because each is followed by a gap.
            let room = columns / dot.width + 1
            guard let lines = Self.lines(words, room: room) else { continue }
            let marks = lines.map { $0.contains { $0.mark.contains { $0 != 0 } } }
            let halves = lines.indices.reduce(0) { sum, index in
                let dots = LargeFont.height + (marks[index] ? LargeFont.markHeight : 0)
                let gap = index > 0 ? 2 : 0
                return sum + Self.even(dots * dot.halves) + gap
            }
            guard halves / 2 <= rows else { continue }
            self.init(lines, marks, dot, isUTF8: isUTF8)
            return
        }
        return nil
    }

    private init(
        _ lines: [[LargeFont.Shape]], _ marks: [Bool], _ dot: Dot, isUTF8: Bool
    ) {
        var halves: [[Bool]] = []
        let width = (lines.map(\.count).max() ?? 0) * (LargeFont.width + 1) * dot.width - dot.width
        for (line, hasMarks) in zip(lines, marks) {
            if !halves.isEmpty { halves += Array(repeating: [], count: 2) }
            let start = halves.count
            let dotRows = (hasMarks ? LargeFont.markHeight : 0) + LargeFont.height
            for dotRow in 0..<dotRows {
                let bits = line.map { shape in
                    (hasMarks ? shape.mark + shape.letter : shape.letter)[dotRow]
                }
                halves += Array(repeating: Self.row(bits, dot, width), count: dot.halves)
            }
            if (halves.count - start) % 2 != 0 { halves.append([]) }
        }
        columns = width
        rows = stride(from: 0, to: halves.count, by: 2).map { index in
            let (upper, lower) = (halves[index], halves[index + 1])
            return String(
                (0..<width).map { column in
                    let isUpper = column < upper.count && upper[column]
                    let isLower = column < lower.count && lower[column]
                    return Self.cell(isUpper, isLower, isUTF8: isUTF8)
                })
        }
    }

    /// Returns one row of dots of a line, centred in the width.
    private static func row(_ bits: [UInt8], _ dot: Dot, _ width: Int) -> [Bool] {
        let own = bits.count * (LargeFont.width + 1) * dot.width - dot.width
        var row = Array(repeating: false, count: max(0, (width - own) / 2))
        for bits in bits {
            for bit in (0...LargeFont.width).reversed() {
                let isSet = bit > 0 && bits >> (bit - 1) & 1 != 0
                row += Array(repeating: isSet, count: dot.width)
            }
        }
        return row
    }

    private static func cell(_ upper: Bool, _ lower: Bool, isUTF8: Bool) -> Character {
        guard isUTF8 else { return upper || lower ? "#" : " " }
        return switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    /// Dots in order of size, the largest first; a dot is as high as it is wide, or twice as high.
    private static func dots(hasHalves: Bool) -> [Dot] {
        (1...largestDot).flatMap { [Dot(width: $0, halves: $0), Dot(width: $0, halves: 2 * $0)] }
            .filter { hasHalves || $0.halves % 2 == 0 }
            .sorted { $0.size > $1.size }
    }

    private static func even(_ number: Int) -> Int { number + number % 2 }

    /// Returns the shapes of the words; nil if a letter or digit has none.
    ///
    /// Emoji are omitted.
    private static func words(of text: String) -> [[LargeFont.Shape]]? {
        var words: [[LargeFont.Shape]] = [[]]
        for character in text.prefix(letterLimit).uppercased() {
            if character == " " {
                words.append([])
            } else if let shape = LargeFont.shape(of: character) {
                words[words.count - 1].append(shape)
            } else if character.isLetter || character.isNumber {
                return nil
            }
        }
        return words.filter { !$0.isEmpty }
    }

    /// Returns the words in as few lines as possible; nil if there are too many.
    ///
    /// - Parameter room: the number of dots in a line.
    private static func lines(
        _ words: [[LargeFont.Shape]], room: Int
    ) -> [[LargeFont.Shape]]? {
        guard let space = LargeFont.shape(of: " ") else { return nil }
        let letters = room / (LargeFont.width + 1)
        var lines: [[LargeFont.Shape]] = []
        for word in words {
            guard word.count <= letters else { return nil }
            if let last = lines.last, last.count + 1 + word.count <= letters {
                lines[lines.count - 1] = last + [space] + word
            } else {
                lines.append(word)
            }
            if lines.count > lineLimit { return nil }
        }
        return lines
    }
}
