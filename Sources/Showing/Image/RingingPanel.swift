internal import Board
internal import Formats
internal import Linux
internal import Scenes

/// Panel of a ringing call, with the name as large as fits.
struct RingingPanel {
    private let measures: ImageMeasures
    private let box: SceneBox

    init(_ measures: ImageMeasures, _ box: SceneBox) {
        self.measures = measures
        self.box = box
    }

    func put(_ call: BoardCall, on scene: inout Scene) {
        scene.add(.fill(box, .panel))
        let margin =
            measures.isTiny ? 2 : max(measures.margin, min(box.width / 36, box.height / 12))
        var name = SceneBox(
            x: box.x + margin, y: box.y + margin, width: box.width - 2 * margin,
            height: box.height - 2 * margin)
        let least = SceneText.possibleSizes.lowerBound
        // Beside two lines of a name, the caption takes at most a quarter.
        let text = min(max(measures.text, min(box.height / 14, box.width / 17)), box.height / 4)
        if !measures.isLow {
            let height = text * 7 / 5
            putCaption(call, text, name.x, name.y, name.width, height, on: &scene)
            name.y += height + margin / 2
            name.height -= height + margin / 2
        }
        let largest = min(max(name.height, least), SceneText.possibleSizes.upperBound)
        scene.write(
            call.who, in: name, sizes: min(measures.text, largest)...largest, .onPanel,
            isBold: true, alignment: .center, lines: 3)
    }

    private func putCaption(
        _ call: BoardCall, _ text: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int,
        on scene: inout Scene
    ) {
        let icon = min(height, text * 5 / 4)
        scene.add(
            .icon(
                .phone, SceneBox(x: x, y: y + (height - icon) / 2, width: icon, height: icon),
                .onPanel))
        let words = [measures.isTiny ? "CALL" : "INCOMING CALL", call.app].compactMap { $0 }
            .joined(separator: " · ")
        let time = measures.ems >= 16 ? text * 33 / 10 : 0
        let start = x + icon + max(2, text / 3)
        guard start + time < x + width else { return }
        scene.write(
            words, in: SceneBox(x: start, y: y, width: x + width - start - time, height: height),
            sizes: min(8, text)...text, .onPanel, isBold: true)
        guard time > 0 else { return }
        scene.write(
            call.since.local.shortClock,
            in: SceneBox(x: x + width - time, y: y, width: time, height: height),
            sizes: (text * 3 / 4)...text, .onPanel, alignment: .right)
    }
}

/// Line of a current call, or of a second ringing call.
struct OngoingLine {
    private let measures: ImageMeasures
    private let box: SceneBox

    init(_ measures: ImageMeasures, _ box: SceneBox) {
        self.measures = measures
        self.box = box
    }

    func put(_ call: BoardCall, on scene: inout Scene) {
        let text = measures.text
        scene.add(.rounded(box, radius: measures.isTiny ? 2 : text / 3, .panel))
        let gap = max(2, text / 3)
        let icon = SceneBox(
            x: box.x + gap, y: box.y + (box.height - text) / 2, width: text, height: text)
        let hasIcon = box.width >= 3 * text
        if hasIcon { scene.add(.icon(.phone, icon, .onPanel)) }
        let start = hasIcon ? icon.right + gap : icon.x
        let word = call.isRinging ? "rings since" : "on the phone since"
        let since = measures.ems >= 26 ? "\(word) \(call.since.local.shortClock)" : ""
        let sinceWidth = since.isEmpty ? 0 : text * 10
        scene.write(
            call.who,
            in: SceneBox(
                x: start, y: box.y, width: box.right - start - gap - sinceWidth, height: box.height),
            sizes: text...text, .onPanel, isBold: measures.hasBold)
        guard sinceWidth > 0 else { return }
        scene.write(
            since,
            in: SceneBox(
                x: box.right - gap - sinceWidth, y: box.y, width: sinceWidth, height: box.height),
            sizes: min(8, text)...text, .onPanel, alignment: .right)
    }
}
