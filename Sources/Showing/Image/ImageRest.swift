internal import Board
internal import Scenes

/// Content below the header if there are no rows: the clock, or the counts of notifications.
struct ImageRest {
    private let measures: ImageMeasures
    private let clock: String?

    init(_ measures: ImageMeasures, clock: String?) {
        self.measures = measures
        self.clock = clock
    }

    func put(_ board: DayBoard, in body: SceneBox, on scene: inout Scene) {
        let counts = board.counts
        let tiles: [(Int, SceneIcon, SceneColor)] = [
            (counts.missed, .missed, .missed), (counts.voicemail, .voicemail, .voicemail),
            (counts.others, .message, .social),
        ].filter { $0.0 > 0 }
        if !tiles.isEmpty { return put(tiles, in: body, on: &scene) }
        if let clock {
            let largest = min(body.height * 3 / 5, body.width / 4)
            let sizes = min(measures.text, max(8, largest))...max(measures.text, largest)
            return scene.write(clock, in: body, sizes: sizes, isBold: true, alignment: .center)
        }
        let text = max(measures.text, min(measures.text * 2, body.width / 8, body.height / 2))
        scene.write(
            "No notifications", in: body, sizes: min(8, text)...text, .faint, alignment: .center,
            lines: 2)
    }

    /// Draws icons with counts, in a row, or in a column on a tall image.
    private func put(
        _ tiles: [(count: Int, icon: SceneIcon, color: SceneColor)], in body: SceneBox,
        on scene: inout Scene
    ) {
        let isRow = body.width >= body.height
        let width = isRow ? body.width / tiles.count : body.width
        let height = isRow ? body.height : body.height / tiles.count
        for (index, tile) in tiles.enumerated() {
            let box = SceneBox(
                x: body.x + (isRow ? index * width : 0), y: body.y + (isRow ? 0 : index * height),
                width: width, height: height)
            let side = min(height * 3 / 5, width * 2 / 5)
            let gap = max(2, side / 4)
            let icon = SceneBox(
                x: box.x + width / 2 - side - gap / 2, y: box.y + (height - side) / 2, width: side,
                height: side)
            scene.add(.icon(tile.icon, icon, tile.color))
            let number = SceneBox(
                x: icon.right + gap, y: box.y, width: box.right - icon.right - gap, height: height)
            scene.write(
                String(tile.count), in: number, sizes: min(8, max(side, 4))...max(side, 8),
                tile.color, isBold: true)
        }
    }
}
