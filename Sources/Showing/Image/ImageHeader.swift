internal import Board
internal import Notices
internal import Scenes

/// Bar at the top: counts of missed calls and voicemail, the state of the phones, the clock.
struct ImageHeader {
    /// Minimum room, in characters, for the name of a single phone, and for what it plays.
    private static let leastForName = 12
    private static let leastForMedia = 6

    private let measures: ImageMeasures
    private let clock: String?
    private let hasCounts: Bool

    /// - Parameter hasCounts: whether the bar has the counts, which may instead be larger below it.
    init(_ measures: ImageMeasures, clock: String?, hasCounts: Bool) {
        self.measures = measures
        self.clock = clock
        self.hasCounts = hasCounts
    }

    func put(_ board: DayBoard, on scene: inout Scene) {
        let margin = measures.margin
        let height = measures.header
        var (left, right) = (margin, measures.size.width - margin)
        let counts = hasCounts ? board.counts : BoardCounts()
        let size = size(beside: counts)
        let width = clockWidth(size)
        if let clock, left + width <= right {
            let box = SceneBox(x: right - width, y: 0, width: width, height: height)
            scene.write(
                clock, in: box, sizes: (size * 3 / 4)...size, isBold: true, alignment: .right)
            right = box.x - margin
        }
        for (count, icon, color) in Self.kinds(counts) {
            putCount(count, icon, color, size, at: &left, until: right, on: &scene)
        }
        let isAfterCounts = left > margin
        let rest = right - left
        let states = Self.states(of: board, letters: rest / measures.text)
        let state = states.first { $0.widthNeeded(measures.smallText) <= rest } ?? states.last ?? ""
        if rest >= 3 * measures.text, !state.isEmpty {
            let box = SceneBox(x: left, y: 0, width: rest, height: height)
            let isAside = isAfterCounts && clock == nil
            scene.write(
                state, in: box, sizes: measures.smallText...measures.text, .faint,
                alignment: isAside ? .right : .left)
        }
        guard isAfterCounts || clock != nil || !state.isEmpty, measures.rule > 0 else { return }
        let rule = SceneBox(
            x: measures.isTiny ? 0 : margin, y: height,
            width: measures.size.width - (measures.isTiny ? 0 : 2 * margin), height: measures.rule)
        scene.add(.fill(rule, .rule))
    }

    private static func kinds(_ counts: BoardCounts) -> [(Int, SceneIcon, SceneColor)] {
        [
            (counts.missed, .missed, .missed), (counts.voicemail, .voicemail, .voicemail),
        ].filter { $0.0 > 0 }
    }

    /// Returns the largest font size at which counts and clock fit beside each other.
    private func size(beside counts: BoardCounts) -> Int {
        let (text, margin) = (measures.text, measures.margin)
        let sizes = measures.isTiny ? [text] : [text * 3 / 2, text * 5 / 4, text]
        let fitting = sizes.first { size in
            let all = Self.kinds(counts).reduce(0) {
                $0 + countWidth($1.0, size) + max(3, size / 2)
            }
            return all + (clock == nil ? 0 : clockWidth(size) + margin)
                <= measures.size.width - 2 * margin
        }
        return fitting ?? text
    }

    private func clockWidth(_ size: Int) -> Int { size * 37 / 10 }

    private func countGap(_ size: Int) -> Int { max(2, size / 4) }

    private func numberWidth(_ count: Int, _ size: Int) -> Int {
        size * (String(count).utf8.count * 7 + 1) / 10
    }

    private func countWidth(_ count: Int, _ size: Int) -> Int {
        size + countGap(size) + numberWidth(count, size)
    }

    private func putCount(
        _ count: Int, _ icon: SceneIcon, _ color: SceneColor, _ size: Int, at left: inout Int,
        until right: Int, on scene: inout Scene
    ) {
        guard left + countWidth(count, size) <= right else { return }
        let box = SceneBox(
            x: left, y: (measures.header - size) / 2, width: size, height: size)
        scene.add(.icon(icon, box, color))
        let number = SceneBox(
            x: box.right + countGap(size), y: 0, width: numberWidth(count, size),
            height: measures.header)
        scene.write(String(count), in: number, sizes: size...size, color, isBold: true)
        left = number.right + max(3, size / 2)
    }

    /// Returns the texts about radio, phones and what they play, from the longest to the shortest.
    ///
    /// A general problem precedes all.
    ///
    /// - Parameter letters: the room, in characters that are as wide as high.
    static func states(of board: DayBoard, letters: Int) -> [String] {
        if let trouble = board.trouble { return [trouble] }
        var forms = board.sourceForms
        if letters < leastForName, forms.count > 1 {
            forms.removeFirst()
            if letters < leastForMedia { forms = [Array(forms[0].prefix(1))] }
        }
        // The estimated width is rather too large, so that alone is no reason to omit a name.
        if board.playing.isEmpty { forms = Array(forms.prefix(1)) }
        return forms.map { $0.joined(separator: " · ") }
    }
}
