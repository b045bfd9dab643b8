/// Scanner for everything in a text that has the form of a code.
///
/// Prices, times, dates, phone numbers and other digits with separators are skipped.
struct CandidateScan {
    /// Maximum number of candidates of one message; further ones are ignored.
    static let limit = 64
    private static let digitCounts = 4...8
    private static let mixedCounts = 5...12
    /// Fewest digits of a code.
    private static let leastDigits = 2

    private let text: CodeText
    private var place = 0
    private var candidates: [CodeCandidate] = []

    private init(_ text: CodeText) {
        self.text = text
    }

    static func candidates(in text: CodeText) -> [CodeCandidate] {
        var scan = CandidateScan(text)
        scan.run()
        return scan.candidates
    }

    private mutating func run() {
        while place < text.signs.count, candidates.count < Self.limit {
            if isAddress() {
                while text.sign(at: place).isPrintableASCII { place += 1 }
            } else if text[place].ascii == 0 {
                place += 1
            } else if text[place].kind == .digit, !digitsBeginWord() {
                scanDigits()
            } else {
                scanWord()
            }
        }
    }

    /// Returns whether an address such as `https://example.com/123456` begins here.
    private func isAddress() -> Bool {
        guard text[place].ascii != 0, !text.sign(at: place - 1).isPrintableASCII else {
            return false
        }
        var end = place
        var hasDot = false
        while text.sign(at: end).isPrintableASCII {
            let sign = text[end]
            if sign.value == 0x2E, text.sign(at: end + 1).kind == .letter { hasDot = true }
            if sign.value == 0x2F, hasDot || text.sign(at: end + 1).value == 0x2F { return true }
            end += 1
        }
        return false
    }

    private func end(from start: Int, while isPart: (CodeSign) -> Bool) -> Int {
        var end = start
        while end < text.signs.count, isPart(text[end]) { end += 1 }
        return end
    }

    /// Returns whether letters directly precede or follow the digits.
    private func digitsBeginWord() -> Bool {
        let end = end(from: place) { $0.kind == .digit }
        return text.sign(at: end).kind == .letter || text.sign(at: place - 1).kind == .letter
    }

    // MARK: Digits

    /// Scans digits and the separators between them.
    private mutating func scanDigits() {
        let start = place
        var chains = [scanChain()]
        while chains.last?.count == 1, text.sign(at: place).kind == .space,
            text.sign(at: place + 1).kind == .digit
        {
            let before = place
            place += 1
            guard !digitsBeginWord() else {
                place = before
                break
            }
            let chain = scanChain()
            guard chain.count == 1 else {
                place = before
                break
            }
            chains.append(chain)
        }
        guard !isExcluded(before: start) else { return }
        take(chains)
        if place == start { place += 1 }
    }

    /// Scans groups of digits with one separator between them, and advances past them.
    private mutating func scanChain() -> [Range<Int>] {
        var groups: [Range<Int>] = []
        while true {
            let end = end(from: place) { $0.kind == .digit }
            groups.append(place..<end)
            place = end
            let isJoined =
                text.sign(at: end).joinsDigits && text.sign(at: end + 1).kind == .digit
            guard isJoined else { return groups }
            place = end + 1
        }
    }

    private mutating func take(_ chains: [[Range<Int>]]) {
        let singles = chains.filter { $0.count == 1 }.map { $0[0] }
        guard singles.count == chains.count else {
            // Of all separators, only hyphens occur in codes.
            guard chains.count == 1, let groups = chains.first, hasHyphens(groups) else { return }
            return takeGroups(groups)
        }
        switch singles.count {
        case 1: add(singles[0], .digits)
        case 2 where isGrouped(singles): takeGroups(singles)
        case 2:
            // A dialling code and a number.
            if text[singles[0].lowerBound].value == 0x30 { return }
            for group in singles { add(group, .digits) }
        default: takeGroups(singles)
        }
    }

    private func hasHyphens(_ groups: [Range<Int>]) -> Bool {
        groups.dropFirst().allSatisfy { text[$0.lowerBound - 1].value == 0x2D }
    }

    /// Returns whether the groups are those of a code: three and three, four and four, or single digits.
    private func isGrouped(_ groups: [Range<Int>]) -> Bool {
        switch groups.map(\.count) {
        case [3, 3], [4, 4]: true
        case let counts: counts.count >= 4 && counts.count <= 8 && counts.allSatisfy { $0 == 1 }
        }
    }

    private mutating func takeGroups(_ groups: [Range<Int>]) {
        guard isGrouped(groups), let first = groups.first, let last = groups.last else { return }
        let range = first.lowerBound..<last.upperBound
        guard !isExcluded(after: range.upperBound) else { return }
        candidates.append(
            CodeCandidate(range: range, text: digits(groups.flatMap(\.self)), form: .groups))
    }

    private mutating func add(_ range: Range<Int>, _ form: CodeCandidate.Form) {
        guard Self.digitCounts.contains(range.count), !isExcluded(after: range.upperBound) else {
            return
        }
        candidates.append(CodeCandidate(range: range, text: digits(Array(range)), form: form))
    }

    private func digits(_ places: [Int]) -> String {
        String(decoding: places.map { text[$0].ascii }, as: UTF8.self)
    }

    // MARK: Context

    /// Returns whether the preceding text marks another kind of number: `+49`, `#12`, `$5`.
    private func isExcluded(before start: Int) -> Bool {
        let nearest = text.sign(at: start - 1)
        if nearest.marksOtherNumbers || nearest.kind == .currency { return true }
        // A dialling code in brackets, such as that in `(030) 123456`.
        let hasSpace = nearest.kind == .space
        let before = text.sign(at: start - (hasSpace ? 2 : 1))
        if before.value == 0x29, text.sign(at: start - (hasSpace ? 3 : 2)).kind == .digit {
            return true
        }
        return before.kind == .currency || before.value == 0x2A || before.value == 0x2022
    }

    /// Returns whether the following text marks another kind of number: `€`, `%`, `°`, or a unit.
    private func isExcluded(after end: Int) -> Bool {
        let hasSpace = text.sign(at: end).kind == .space
        let after = text.sign(at: end + (hasSpace ? 1 : 0))
        switch after.value {
        case 0x25, 0x66A, 0x2030, 0xB0, 0x2103, 0x2A, 0x2B, 0xFF05: return true
        default: break
        }
        return after.kind == .currency
            || CodeWords.units.longest(in: text, at: end + (hasSpace ? 1 : 0)) != nil
    }

    // MARK: Letters

    /// Scans a word that begins with a letter, or consists of letters and digits.
    private mutating func scanWord() {
        let start = place
        guard passWord() >= Self.leastDigits else { return }
        place = start
        var groups: [Range<Int>] = []
        while true {
            let end = end(from: place) { $0.ascii != 0 }
            groups.append(place..<end)
            place = end
            guard text.sign(at: end).value == 0x2D, text.sign(at: end + 1).ascii != 0 else { break }
            place = end + 1
        }
        // A letter of another script belongs to the word.
        while text.sign(at: place).kind == .letter { place += 1 }
        guard groups.last?.upperBound == place, !text.isInWord(start - 1), groups.count <= 3,
            !text.sign(at: start - 1).marksOtherNumbers, !isExcluded(before: start)
        else { return }
        if let code = prefixed(groups) ?? mixed(groups) { candidates.append(code) }
    }

    /// Skips a word and returns the number of its ASCII digits, which is almost always zero.
    private mutating func passWord() -> Int {
        var digits = 0
        let signs = text.signs
        while place < signs.count {
            let sign = signs[place]
            if sign.ascii != 0 {
                if sign.kind == .digit { digits += 1 }
            } else if sign.value != 0x2D || text.sign(at: place + 1).ascii == 0 {
                break
            }
            place += 1
        }
        while place < signs.count, signs[place].kind == .letter { place += 1 }
        return digits
    }

    private func prefixed(_ groups: [Range<Int>]) -> CodeCandidate? {
        guard groups.count == 2, (1...3).contains(groups[0].count),
            groups[0].allSatisfy({ (0x41...0x5A).contains(text[$0].ascii) }),
            Self.digitCounts.contains(groups[1].count),
            groups[1].allSatisfy({ text[$0].kind == .digit })
        else { return nil }
        return CodeCandidate(
            range: groups[0].lowerBound..<groups[1].upperBound, text: digits(Array(groups[1])),
            form: .prefixed)
    }

    private func mixed(_ groups: [Range<Int>]) -> CodeCandidate? {
        guard Self.mixedCounts.contains(groups.reduce(0) { $0 + $1.count }) else { return nil }
        let places = groups.flatMap(\.self)
        let letters = places.filter { text[$0].kind == .letter }
        let digitCount = places.count - letters.count
        guard !letters.isEmpty, digitCount >= Self.leastDigits,
            groups.count == 1 ? places.count <= 10 : groups.allSatisfy({ $0.count >= 3 }),
            let first = groups.first, let last = groups.last
        else { return nil }
        let capitals = letters.count { (0x41...0x5A).contains(text[$0].ascii) }
        guard capitals == letters.count || capitals == 0 && groups.count == 1 else { return nil }
        let code = groups.map { digits(Array($0)) }.joined(separator: "-")
        return CodeCandidate(
            range: first.lowerBound..<last.upperBound, text: code, form: .mixed)
    }
}

extension CodeSign {
    fileprivate var isPrintableASCII: Bool { (0x21...0x7E).contains(value) }

    /// Whether digits on both sides form one number, date or time.
    fileprivate var joinsDigits: Bool {
        switch value {
        case 0x27, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x66B, 0x66C, 0x60C, 0xB7, 0x5F, 0x78, 0xD7: true
        default: false
        }
    }

    /// Whether digits directly after this character are another kind of number: `#12`, `+49`, `…1234`, `*1234`.
    fileprivate var marksOtherNumbers: Bool {
        switch value {
        case 0x23, 0x2A, 0x2B, 0x2E, 0x2F, 0x40, 0x5F, 0x7E, 0xD7, 0x2022, 0x2026, 0x2116, 0xB7,
            0xFF0A, 0xFF03:
            true
        default: false
        }
    }
}
