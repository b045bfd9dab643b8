/// Selection of the candidate that is a code, by the words around it.
struct CodeJudge {
    /// Occurrence of a word from the lists.
    private struct FoundWord {
        let range: Range<Int>
        var role: CodeWords.Role
    }

    /// Greatest distances between a code and its words, in letters; a letter of a script without spaces counts as three.
    private enum Reach {
        static let strongBefore = 90
        static let weakBefore = 30
        static let strongAfter = 60
        static let weakAfter = 24
        static let tight = 6
        static let thing = 16
    }

    private let text: CodeText
    private var words: [FoundWord] = []
    /// Distance of each position from the beginning.
    private var distances: [Int] = [0]
    /// Number of sentences that end before each position.
    private var sentences: [Int] = [0]
    private var letters: [Int] = [0]

    init(_ text: CodeText) {
        self.text = text
        measure()
        findWords()
        dismissOtherCodes()
    }

    /// Returns the best code among the candidates; the first of equally good ones.
    func best(of candidates: [CodeCandidate]) -> String? {
        var best: (score: Int, text: String)?
        for candidate in candidates {
            guard let score = score(candidate), score > best?.score ?? 0 else { continue }
            best = (score, candidate.text)
        }
        return best?.text
    }

    // MARK: Reading the text

    private mutating func measure() {
        for index in text.signs.indices {
            let sign = text[index]
            distances.append(distances[index] + (sign.kind == .unspacedLetter ? 3 : 1))
            sentences.append(sentences[index] + (endsSentence(index) ? 1 : 0))
            let isLetter = sign.kind == .letter || sign.kind == .unspacedLetter
            letters.append(letters[index] + (isLetter ? 1 : 0))
        }
    }

    private func endsSentence(_ index: Int) -> Bool {
        switch text[index].value {
        case 0: true
        case 0x2E:
            [.space, .newline, .textEnd].contains(text.sign(at: index + 1).kind)
                && !isAbbreviation(before: index)
        case 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F, 0x964, 0x6D4, 0x61F: true
        case 0x0A: text.sign(at: index + 1).kind == .newline
        default: false
        }
    }

    /// Returns whether a full stop ends an abbreviation of one or two letters, such as that of a number.
    private func isAbbreviation(before index: Int) -> Bool {
        guard text.sign(at: index - 1).kind == .letter else { return false }
        return text.sign(at: index - 2).kind != .letter || !text.isInWord(index - 3)
    }

    private mutating func findWords() {
        var place = 0
        while place < text.signs.count {
            let isStart = text[place].kind != .letter || !text.isInWord(place - 1)
            if isStart, let word = CodeWords.index.longest(in: text, at: place) {
                words.append(FoundWord(range: place..<word.end, role: word.meaning))
                place = word.end
            } else {
                place += 1
            }
        }
    }

    /// Discards code words next to an item that has codes of its own: `promo code`, `código postal`.
    private mutating func dismissOtherCodes() {
        for index in words.indices where words[index].role == .weak {
            let range = words[index].range
            if index > 0, words[index - 1].role == .thing,
                isJoint(words[index - 1].range.upperBound..<range.lowerBound)
            {
                words[index].role = .thing
            } else if index + 1 < words.count, words[index + 1].role == .thing,
                isJoint(range.upperBound..<words[index + 1].range.lowerBound)
            {
                words[index].role = .thing
            }
        }
    }

    /// Returns whether two words with this gap form one name.
    private func isJoint(_ gap: Range<Int>) -> Bool {
        guard gap.count <= 7 else { return false }
        var parts: [[UInt32]] = [[]]
        for place in gap {
            switch text[place].value {
            case 0x20, 0x27, 0x2D: parts.append([])
            case let value where text[place].kind == .letter: parts[parts.count - 1].append(value)
            default: return false
            }
        }
        return parts.allSatisfy { $0.isEmpty || CodeWords.joints.contains($0) }
    }

    // MARK: Scoring

    private func score(_ candidate: CodeCandidate) -> Int? {
        if isSender(candidate) { return nil }
        let before = words.lastIndex { $0.range.upperBound <= candidate.range.lowerBound }
        if let before, isNamed(candidate, by: words[before]) { return nil }
        let link = link(of: candidate)
        if candidate.isDate, link?.isTight != true { return nil }
        if let before, link == nil, isThing(candidate, words[before]) { return nil }
        if let link {
            if candidate.form == .mixed, !link.isStrong || link.distance > Reach.weakBefore {
                return nil
            }
            return link.score
        }
        guard candidate.form != .mixed else { return nil }
        return standsAsCode(candidate) ? 100 : nil
    }

    /// Returns whether the candidate is in a title without letters, which is the sender's number.
    private func isSender(_ candidate: CodeCandidate) -> Bool {
        guard let end = text.signs.firstIndex(of: .textEnd), candidate.range.upperBound <= end
        else {
            return false
        }
        return letters[end] == 0
    }

    /// Returns whether a word for another kind of number directly precedes: `order 12345`, `card 1234`.
    private func isNamed(_ candidate: CodeCandidate, by word: FoundWord) -> Bool {
        guard word.role == .thing || word.role == .number else { return false }
        let gap = word.range.upperBound..<candidate.range.lowerBound
        return gap.count <= 5 && letters[gap.upperBound] == letters[gap.lowerBound]
            && !gap.contains {
                text[$0].kind == .newline || text[$0].kind == .textEnd || text[$0].value == 0x2C
            }
    }

    /// Returns whether the candidate is the number of an item, with a word or two between them.
    private func isThing(_ candidate: CodeCandidate, _ word: FoundWord) -> Bool {
        guard word.role == .thing else { return false }
        let gap = word.range.upperBound..<candidate.range.lowerBound
        return distance(over: gap) <= Reach.thing && !hasSentenceEnd(gap)
    }

    /// Relation of a candidate to a code word.
    private struct Link {
        let isStrong: Bool
        let distance: Int
        let isTight: Bool
        let isBefore: Bool

        var score: Int { (isStrong ? 600 : 400) + (isBefore ? 50 : 0) - distance }
    }

    private func link(of candidate: CodeCandidate) -> Link? {
        var best: Link?
        for word in words where word.role == .strong || word.role == .weak {
            guard let link = link(candidate, word) else { continue }
            if link.score > best?.score ?? 0 { best = link }
        }
        return best
    }

    private func link(_ candidate: CodeCandidate, _ word: FoundWord) -> Link? {
        let isStrong = word.role == .strong
        let isBefore = word.range.upperBound <= candidate.range.lowerBound
        let gap =
            isBefore
            ? word.range.upperBound..<candidate.range.lowerBound
            : candidate.range.upperBound..<max(word.range.lowerBound, candidate.range.upperBound)
        let distance = distance(over: gap)
        var reach =
            isBefore
            ? isStrong ? Reach.strongBefore : Reach.weakBefore
            : isStrong ? Reach.strongAfter : Reach.weakAfter
        if !isBefore, !isStrong, candidate.text.count == 4 { reach = 16 }
        guard distance <= reach, !hasSentenceEnd(gap) else { return nil }
        let isTight = distance <= Reach.tight || isStrong && isBefore && distance <= 2 * Reach.tight
        return Link(isStrong: isStrong, distance: distance, isTight: isTight, isBefore: isBefore)
    }

    private func distance(over gap: Range<Int>) -> Int {
        distances[gap.upperBound] - distances[gap.lowerBound]
    }

    private func hasSentenceEnd(_ gap: Range<Int>) -> Bool {
        sentences[gap.upperBound] > sentences[gap.lowerBound]
    }

    /// Returns whether a candidate without adjacent code words is in a typical position, in a message about a code.
    private func standsAsCode(_ candidate: CodeCandidate) -> Bool {
        let isStrong = words.contains { $0.role == .strong }
        guard isStrong || words.contains(where: { $0.role == .weak }) else { return false }
        let before = text.sign(at: candidate.range.lowerBound - 1)
        let after = text.sign(at: candidate.range.upperBound)
        let begins = before.kind == .newline || before.kind == .textEnd
        let ends = after.kind == .newline || after.kind == .textEnd
        if begins, ends { return isStrong || candidate.text.count >= 5 }
        guard isStrong, candidate.text.count >= 5 else { return false }
        let beforeSpace =
            before.kind == .space ? text.sign(at: candidate.range.lowerBound - 2) : before
        let isAnnounced = [0x3A, 0xFF1A].contains(beforeSpace.value)
        let isBracketed = [0x3010, 0x5B, 0x28, 0x22, 0x300C, 0x201C].contains(before.value)
        return begins || isAnnounced || isBracketed
    }
}
