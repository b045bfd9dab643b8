internal import Board
internal import Notices
internal import Scenes

extension String {
    /// As much of a text as lines of some width can hold, and somewhat more, so that what is cut is seen
    /// to be.
    func held(by lines: Int, width: Int, size: Int) -> String {
        // Hardly any letter is narrower than a sixth of its height, nor has more than four bytes for so
        // little room.
        let mostLetters = max(1, lines) * (max(0, width) * 6 / max(1, size) + 8)
        let mostBytes = min(mostLetters * 4, SceneText.longest)
        guard utf8.count > mostLetters else { return self }
        var bytes = 0
        var end = startIndex
        for letter in prefix(mostLetters) {
            bytes += letter.utf8.count
            guard bytes <= mostBytes else { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }

    /// About how many lines of some width a text needs.
    func linesNeeded(_ size: Int, _ width: Int) -> Int {
        // A column is about half as wide as letters are high, and words that are moved to the next line
        // leave room behind them. A line too many is better than a text that is cut.
        let columns = max(1, width * 100 / (size * 53))
        let length = self.columns
        return length <= columns ? 1 : max(2, (length * 9 / 8 + columns - 1) / columns)
    }
}

extension String {
    /// About how much room a text in a line takes, in thick letters, and rather more than less.
    func widthNeeded(_ size: Int) -> Int {
        let digits = unicodeScalars.count { ("0"..."9").contains($0) }
        // Digits are wider than most letters.
        return columns * size * (digits > 3 ? 72 : 64) / 100 + size / 4
    }

    /// Whether this is a number that can be called, of which a part is worth nothing.
    var isNumber: Bool {
        unicodeScalars.contains { ("0"..."9").contains($0) }
            && unicodeScalars.allSatisfy {
                ("0"..."9").contains($0) || "+()-/. \u{A0}".unicodeScalars.contains($0)
            }
    }
}

extension Scene {
    /// Writes a text of one line into a box, unless something else is said.
    mutating func write(
        _ text: String, in box: SceneBox, sizes: ClosedRange<Int>, _ color: SceneColor = .ink,
        isBold: Bool = false, alignment: SceneText.Alignment = .left, lines: Int = 1,
        pitch: Int? = nil
    ) {
        add(
            .text(
                SceneText(
                    text, in: box, sizes: sizes, color, isBold: isBold, alignment: alignment,
                    lines: lines, pitch: pitch)))
    }
}

extension SceneColor {
    init(_ look: NoticeStyle) {
        self =
            switch look {
            case .call: .call
            case .missed: .missed
            case .voicemail: .voicemail
            case .social: .social
            case .mail: .mail
            case .schedule: .schedule
            case .plain: .ink
            }
    }
}
