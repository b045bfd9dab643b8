internal import Board
internal import Notices
internal import Scenes

/// The bar at the top: what was missed, how the phones are doing, the clock.
struct ImageHeader {
    private let measures: ImageMeasures
    private let clock: String?
    private let hasCounts: Bool

    /// - Parameter hasCounts: whether it says what was missed, which may be said below, and larger.
    init(_ measures: ImageMeasures, clock: String?, hasCounts: Bool) {
        self.measures = measures
        self.clock = clock
        self.hasCounts = hasCounts
    }

    func put(_ board: DayBoard, on scene: inout Scene) {
        let margin = measures.margin
        let height = measures.header
        var (left, right) = (margin, measures.size.width - margin)
        let size = measures.isTiny ? measures.text : measures.text * 3 / 2
        let width = size * 37 / 10
        if let clock, left + width <= right {
            let box = SceneBox(x: right - width, y: 0, width: width, height: height)
            scene.add(
                .text(
                    SceneText(
                        clock, in: box, sizes: (size * 3 / 4)...size, isBold: true,
                        alignment: .right)))
            right = box.x - margin
        }
        let counts = hasCounts ? board.counts : BoardCounts()
        putCount(counts.missed, .missed, .missed, at: &left, until: right, on: &scene)
        putCount(counts.voicemail, .voicemail, .voicemail, at: &left, until: right, on: &scene)
        let isAfterCounts = left > margin
        let state = Self.state(of: board, isShort: right - left < 12 * measures.text)
        let rest = right - left
        if rest >= 3 * measures.text, !state.isEmpty {
            let box = SceneBox(x: left, y: 0, width: rest, height: height)
            let isAside = isAfterCounts && clock == nil
            scene.add(
                .text(
                    SceneText(
                        state, in: box, sizes: measures.smallText...measures.text, .faint,
                        alignment: isAside ? .right : .left)))
        }
        guard isAfterCounts || clock != nil || !state.isEmpty, measures.rule > 0 else { return }
        let rule = SceneBox(
            x: measures.isTiny ? 0 : margin, y: height,
            width: measures.size.width - (measures.isTiny ? 0 : 2 * margin), height: measures.rule)
        scene.add(.fill(rule, .rule))
    }

    private func putCount(
        _ count: Int, _ icon: SceneIcon, _ color: SceneColor, at left: inout Int, until right: Int,
        on scene: inout Scene
    ) {
        guard count > 0 else { return }
        let size = measures.isTiny ? measures.text : measures.text * 3 / 2
        let gap = max(2, size / 4)
        let words = String(count)
        let width = size * (words.utf8.count * 7 + 1) / 10
        guard left + size + gap + width <= right else { return }
        let box = SceneBox(
            x: left, y: (measures.header - size) / 2, width: size, height: size)
        scene.add(.icon(icon, box, color))
        let number = SceneBox(
            x: box.right + gap, y: 0, width: width, height: measures.header)
        scene.add(.text(SceneText(words, in: number, sizes: size...size, color, isBold: true)))
        left = number.right + max(3, size / 2)
    }

    /// The radio where it fails, else the phones; a single one needs no name where there is little
    /// room.
    static func state(of board: DayBoard, isShort: Bool) -> String {
        if let radio = board.radio, radio != .listening { return radio.shortWords }
        let phones = board.phones
        guard !phones.isEmpty else { return board.radio?.shortWords ?? "" }
        if isShort, phones.count == 1, let phone = phones.first { return phone.words }
        return phones.map { "\($0.name): \($0.words)" }.joined(separator: " · ")
    }
}
