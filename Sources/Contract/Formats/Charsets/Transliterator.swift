/// Encoder of a text for a code page that lacks some of its characters.
///
/// The replacement of a character depends only on its word or number, the spaces, and the adjacent character. A text
/// encoded in parts therefore gives the same result.
struct Transliterator {
    private let page: CodePage
    private let glyphs: [Glyph]
    private var pieces = Pieces()
    /// Last replacement of a run that still continues: a mark, or the word for an emoji.
    private var run: String?
    /// Whether the next digit must be separated.
    private var isApart = false
    private var word = CyrillicWord.none
    private var isOwnRun = false

    /// Maximum number of characters examined after the current one.
    private static let lookahead =
        2
        + max(
            CyrillicWord.longest, SmallRun.longest, MiddleDot.reach)

    /// Encodes a text, up to slightly more than `limit` columns.
    ///
    /// For an incomplete text, characters that the rest could change are omitted.
    static func pieces(
        of cleaned: String, on page: CodePage, isWhole: Bool, upTo limit: Int
    ) -> Pieces {
        var transliterator = Transliterator(cleaned, page)
        let glyphs = transliterator.glyphs
        for index in glyphs.indices.dropLast(isWhole ? 0 : lookahead) {
            transliterator.write(index)
            if transliterator.pieces.exceeds(limit) { return transliterator.pieces }
        }
        transliterator.pieces.removeLastSpaces()
        if transliterator.pieces.bytes.isEmpty, transliterator.hasHidden || !glyphs.isEmpty {
            // A text of emoji without a word, or of soft signs alone, must not become empty.
            transliterator.emit(Self.unreadable)
        }
        return transliterator.pieces
    }

    /// Replacement of one or more unreadable words.
    private static let unreadable = "?"
    private let hasHidden: Bool

    private init(_ text: String, _ page: CodePage) {
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(text.utf8.count)
        var hasHidden = false
        var leavesGap = false
        for character in text {
            let glyph = Glyph(character, on: page)
            switch glyph.sign {
            case .nothing: continue
            case .hidden:
                hasHidden = true
                leavesGap = true
                // A hidden emoji is kept after a number, to separate it from a number that follows.
                if glyphs.last?.scalar.properties.numericType != nil { glyphs.append(glyph) }
            case .space:
                // An omitted emoji takes the following space with it.
                if glyphs.isEmpty || leavesGap && glyphs.last?.sign == .space { continue }
                glyphs.append(glyph)
            default:
                leavesGap = false
                glyphs.append(glyph)
            }
        }
        self.page = page
        self.glyphs = glyphs
        self.hasHidden = hasHidden
    }

    private mutating func write(_ index: Int) {
        let glyph = glyphs[index]
        switch glyph.sign {
        case .byte(let byte): emit(CollectionOfOne(byte))
        case .space:
            // A word of soft signs alone is empty; at the beginning no space is needed after it.
            if !pieces.bytes.isEmpty { pieces.append(CollectionOfOne(UInt8(ascii: " "))) }
            isApart = false
        case .text(let text): emit(text)
        case .letters(let letters): emit(cased(letters, index))
        case .apart(let text):
            emit(endsInDigit ? " " + text : text)
            isApart = text.utf8.last != UInt8(ascii: "/")
        case .small(let text, let place, let byte): writeSmall(text, place, byte, index)
        case .dot: emit(MiddleDot(in: glyphs, at: index).text)
        case .cyrillic:
            if !word.range.contains(index) { word = CyrillicWord(in: glyphs, from: index) }
            emit(cased(word.letters(for: glyph.scalar, at: index), index))
        case .greek: writeGreek(index)
        case .picture(let text): emitOnce(text)
        case .unreadable: emitOnce(Self.unreadable)
        case .stop(let text): if run != Self.unreadable || endsInSpace { emit(text) }
        case .hidden: isApart = true
        case .nothing: break
        }
    }

    private mutating func writeGreek(_ index: Int) {
        let place = GreekPlace(in: glyphs, at: index)
        if place.isAlone {
            if let byte = page.byte(of: glyphs[index].scalar) { return emit(CollectionOfOne(byte)) }
            if let symbol = Greek.symbols[glyphs[index].scalar] { return emit(symbol) }
        }
        emit(cased(place.letters, index))
    }

    private mutating func writeSmall(
        _ text: String, _ place: SmallPlace, _ byte: UInt8?, _ index: Int
    ) {
        let isFirst = index == 0 || glyphs[index - 1].smallPlace != place
        let run = isFirst ? SmallRun(in: glyphs, from: index) : nil
        if let run { isOwnRun = run.isOwn }
        if isOwnRun, let byte { return emit(CollectionOfOne(byte)) }
        if let run, run.isNumerator {
            emit(endsInDigit ? " " + text : text)
        } else if let run, run.isNumber, isAfterNumber(index) {
            emit(place.mark + text)
        } else {
            emit(text)
        }
        let isLast = index + 1 == glyphs.count || glyphs[index + 1].smallPlace != place
        isApart = isLast && endsInDigit
    }

    private mutating func emit(_ text: String) {
        emit(text.utf8)
    }

    private mutating func emit(_ bytes: some Collection<UInt8>) {
        if isApart, let first = bytes.first, first.isDigit {
            pieces.append([UInt8(ascii: " ")] + bytes)
        } else {
            pieces.append(bytes)
        }
        isApart = false
        run = nil
    }

    /// Writes a replacement unless it was just written and only spaces followed.
    private mutating func emitOnce(_ text: String) {
        if run == text { return pieces.removeLastSpaces() }
        emit(text)
        run = text
    }

    private var endsInDigit: Bool { pieces.bytes.last?.isDigit ?? false }

    private var endsInSpace: Bool { pieces.bytes.last == UInt8(ascii: " ") }

    /// Returns whether a number or an equivalent ends before this index.
    private func isAfterNumber(_ index: Int) -> Bool {
        guard index > 0, pieces.bytes.last != UInt8(ascii: "/") else { return false }
        let last = glyphs[index - 1]
        return endsInDigit || last.smallPlace != nil || last.scalar == ")"
            || last.scalar.properties.numericType != nil
    }

    /// Returns the replacement of a capital in the case of its word: `Shchuka`, but `SHCHUKA`.
    private func cased(_ letters: String, _ index: Int) -> String {
        guard glyphs[index].isUpper else { return letters }
        let next = index + 1 < glyphs.count ? glyphs[index + 1] : nil
        let isShouted =
            next?.isUpper ?? false
            || !(next?.isLower ?? false) && index > 0 && glyphs[index - 1].isUpper
        return isShouted
            ? letters.uppercased() : letters.prefix(1).uppercased() + letters.dropFirst()
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
