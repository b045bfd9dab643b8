extension Charset {
    /// Breaks a text into lines between words and marks the end of the last line if text is omitted.
    ///
    /// A phone number is kept together. A word longer than a line is broken between two characters.
    ///
    /// - Parameter widths: columns of each available line.
    package func lines(of text: String, widths: [Int]) -> [[UInt8]] {
        let widths = widths.filter { $0 > 0 }
        guard let widest = widths.max() else { return [] }
        // One column more than fits, with the spaces dropped at line ends.
        let room = widths.reduce(widths.count, +)
        let pieces = beginning(of: text, wider: room) ?? self.pieces(of: text, upTo: room)
        var filling = LineFilling(widths: widths)
        for word in LineWord.words(of: pieces, upTo: widest) {
            guard filling.put(word) else {
                filling.cut(with: mark)
                break
            }
        }
        return filling.lines.map(\.bytes)
    }
}

/// Characters that are kept on one line if it has room for them.
private struct LineWord {
    var characters: [(bytes: ArraySlice<UInt8>, columns: Int)]
    var columns: Int

    /// Returns the words of a text; the parts of a phone number are one word.
    static func words(of pieces: Pieces, upTo widest: Int) -> [LineWord] {
        var words: [LineWord] = []
        for characters in pieces.words {
            let word = LineWord(
                characters: characters, columns: characters.reduce(0) { $0 + $1.columns })
            guard let last = words.last, last.isNumber, word.isNumber,
                last.columns + 1 + word.columns <= widest
            else {
                words.append(word)
                continue
            }
            let space = (bytes: [UInt8(ascii: " ")][...], columns: 1)
            words[words.count - 1].characters += [space] + characters
            words[words.count - 1].columns += 1 + word.columns
        }
        return words
    }

    /// Whether the word may be a part of a phone number.
    private var isNumber: Bool {
        characters.allSatisfy { character in
            character.bytes.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || Self.signs.contains(byte)
            }
        }
    }

    private static let signs = Set("+()-/. ".utf8)
}

/// Lines being filled with words.
private struct LineFilling {
    /// Contents of a line so far.
    struct Line {
        var characters: [(bytes: ArraySlice<UInt8>, columns: Int)] = []
        var columns = 0

        var bytes: [UInt8] { characters.flatMap(\.bytes) }

        mutating func append(_ character: (bytes: ArraySlice<UInt8>, columns: Int)) {
            characters.append(character)
            columns += character.columns
        }

        mutating func removeLast() {
            columns -= characters.popLast()?.columns ?? 0
        }
    }

    let widths: [Int]
    private(set) var lines: [Line] = []

    init(widths: [Int]) {
        self.widths = widths
    }

    /// Appends a word and returns whether all of it fits.
    mutating func put(_ word: LineWord) -> Bool {
        if let last = lines.last, last.columns + 1 + word.columns <= widths[lines.count - 1] {
            lines[lines.count - 1].append((bytes: [UInt8(ascii: " ")][...], columns: 1))
        } else if !begin() {
            return false
        }
        for character in word.characters {
            if lines[lines.count - 1].columns + character.columns > widths[lines.count - 1] {
                guard begin() else { return false }
            }
            // A character that is wider than a line fits nowhere.
            guard character.columns <= widths[lines.count - 1] else { return false }
            lines[lines.count - 1].append(character)
        }
        return true
    }

    private mutating func begin() -> Bool {
        guard lines.count < widths.count else { return false }
        lines.append(Line())
        return true
    }

    /// Marks the last line as shortened, between words unless that would leave less than half of it.
    mutating func cut(with mark: [UInt8]) {
        guard var line = lines.popLast() else { return }
        let width = widths[lines.count]
        let isInWord = line.columns >= width
        while line.columns >= width { line.removeLast() }
        let whole = line.characters.lastIndex { $0.bytes.first == UInt8(ascii: " ") }
        if isInWord, let whole, whole * 2 >= line.characters.count {
            while line.characters.count > whole { line.removeLast() }
        }
        while line.characters.last?.bytes.first == UInt8(ascii: " ") { line.removeLast() }
        line.append((bytes: mark[...], columns: 1))
        lines.append(line)
    }
}
