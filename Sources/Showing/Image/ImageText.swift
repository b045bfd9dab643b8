internal import Board
internal import Notices
internal import Scenes

extension String {
    /// Returns as much of the text as the lines can hold, and slightly more so that a cut is
    /// visible.
    func held(by lines: Int, width: Int, size: Int) -> String {
        // Few characters are narrower than a sixth of their height, or take more than four bytes
        // for so little room.
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

    /// Returns the approximate number of lines of a width that the text needs.
    func linesNeeded(_ size: Int, _ width: Int) -> Int {
        // A column is about half as wide as characters are high, and words that wrap leave room
        // behind them. One line too many is better than a text that is cut.
        let columns = max(1, width * 100 / (size * 53))
        let length = self.columns
        return length <= columns ? 1 : max(2, (length * 9 / 8 + columns - 1) / columns)
    }
}

extension String {
    /// Returns the approximate width of a bold text on one line, rather too much than too little.
    func widthNeeded(_ size: Int) -> Int {
        let digits = unicodeScalars.count { ("0"..."9").contains($0) }
        // Digits are wider than most characters.
        return columns * size * (digits > 3 ? 72 : 64) / 100 + size / 4
    }

    /// Whether the text is a phone number, which must not be cut.
    var isNumber: Bool {
        unicodeScalars.contains { ("0"..."9").contains($0) }
            && unicodeScalars.allSatisfy {
                ("0"..."9").contains($0) || "+()-/. \u{A0}".unicodeScalars.contains($0)
            }
    }
}

extension Scene {
    /// Adds a text to the scene, by default with one line.
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
