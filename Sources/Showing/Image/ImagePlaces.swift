internal import Board
internal import Linux
internal import Scenes

/// Lost items above the notifications, and the places of all items and residents below.
struct ImagePlaces {
    /// Maximum lines of lost items.
    private static let missingLines = 3
    private static let separator = "  ·  "

    private let measures: ImageMeasures

    init(_ measures: ImageMeasures) {
        self.measures = measures
    }

    /// Draws the places and returns the area that is left for notifications.
    func put(
        _ places: [BeaconPlace], in body: SceneBox, at time: WallTime, on scene: inout Scene
    ) -> SceneBox {
        var rest = body
        // At most a third of the room, and the last line is for a notification.
        let room = max(1, body.height / 3 / measures.line)
        let missing = places.filter(\.isMissing).prefix(min(Self.missingLines, room))
        for place in missing where rest.height >= 2 * measures.line {
            let box = SceneBox(x: rest.x, y: rest.y, width: rest.width, height: measures.line)
            putMissing(place, in: box, at: time, on: &scene)
            rest.y += measures.line + air
            rest.height -= measures.line + air
        }
        // A tiny display shows only lost items.
        guard !measures.isTiny || missing.isEmpty, !places.isEmpty,
            rest.height >= 2 * measures.line
        else { return rest }
        rest.height -= measures.line + air
        let line = SceneBox(
            x: rest.x, y: rest.bottom + air, width: rest.width, height: measures.line)
        if measures.rule > 0 {
            scene.add(
                .fill(
                    SceneBox(x: line.x, y: line.y - air, width: line.width, height: measures.rule),
                    .rule))
        }
        scene.write(
            words(places, width: line.width, at: time), in: line,
            sizes: (measures.text * 3 / 4)...measures.text)
        return rest
    }

    private var air: Int { measures.isTiny ? 0 : max(2, measures.text / 4) }

    /// Returns the places that fit into a line; if none fits, the first one, cut.
    private func words(_ places: [BeaconPlace], width: Int, at time: WallTime) -> String {
        var words = ""
        for place in places {
            let text = place.text(at: time)
            let longer = words.isEmpty ? text : words + Self.separator + text
            if longer.widthNeeded(measures.text * 3 / 4) <= width { words = longer }
        }
        guard words.isEmpty, let first = places.first else { return words }
        return first.text(at: time).held(by: 1, width: width, size: measures.text * 3 / 4)
    }

    private func putMissing(
        _ place: BeaconPlace, in box: SceneBox, at time: WallTime, on scene: inout Scene
    ) {
        let text = measures.text
        let words = "\(place.who): \(place.words)".held(by: 1, width: box.width, size: text)
        scene.write(words, in: box, sizes: (text * 3 / 4)...text, .missed, isBold: measures.hasBold)
    }
}
