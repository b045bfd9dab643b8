internal import Notices

/// A text in letters several cells high, as large as there is room for.
struct LargeText {
    /// How a dot of a letter is drawn: so many columns wide, and so many halves of a row high.
    private struct Dot {
        let width: Int
        let halves: Int
        var size: Int { width * halves }
    }

    private static let lineLimit = 3
    private static let largestDot = 8
    /// No screen has room for more letters than this.
    private static let letterLimit = 120

    /// The rows of cells, each as wide as the text.
    let rows: [String]
    let columns: Int

    /// Nil where the text has letters without a shape, or no room.
    ///
    /// - Parameter hasHalves: whether the terminal shows cells of which a half is filled.
    init?(_ text: String, columns: Int, rows: Int, isUTF8: Bool, hasHalves: Bool = true) {
        guard let words = Self.words(of: text), !words.isEmpty else { return nil }
        for dot in Self.dots(hasHalves: isUTF8 && hasHalves) {
            // A column more than the letters, since each has a gap behind it.
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

    /// One row of dots of a line, in the middle of the width.
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

    /// The dots that may be drawn, the largest first; one is as high as it is wide, or twice that.
    private static func dots(hasHalves: Bool) -> [Dot] {
        (1...largestDot).flatMap { [Dot(width: $0, halves: $0), Dot(width: $0, halves: 2 * $0)] }
            .filter { hasHalves || $0.halves % 2 == 0 }
            .sorted { $0.size > $1.size }
    }

    private static func even(_ number: Int) -> Int { number + number % 2 }

    /// The words in shapes; nil where a letter or digit has none, while pictures are left out.
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

    /// The words in as few lines as they need; nil where that are too many.
    ///
    /// - Parameter room: how many dots are in a line.
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
