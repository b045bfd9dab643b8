internal import Board
internal import Linux
internal import Scenes

extension ImageList {
    /// Draws name and time in one line and the text below.
    ///
    /// The time precedes the text if the name needs the whole line.
    func putStacked(_ rows: [BoardRow], on scene: inout Scene) {
        let more = measures.pitch
        var y = box.y
        for row in rows {
            let room = box.bottom - y
            let clock = measures.ems >= 10 ? moment(of: row) : ""
            let isBeside =
                clock.isEmpty
                || whoNeeded(row, hasIcon: true) <= box.width - measures.clock - gap
            let text = [isBeside ? "" : clock, row.text].filter { !$0.isEmpty }
                .joined(separator: " ")
            let wanted =
                text.isEmpty
                ? 0 : min(Self.mostLines, text.linesNeeded(measures.text, box.width))
            let lines = min(wanted, max(0, (room - measures.line) / more))
            guard room >= measures.line, lines > 0 || wanted == 0 else { return }
            putHead(row, isBeside ? clock : "", y: y, on: &scene)
            y += measures.line
            if lines > 0 {
                putText(row, text, lines: lines, y: y, on: &scene)
                y += lines * more
            }
            y += 2 * air
        }
    }

    private func putHead(_ row: BoardRow, _ clock: String, y: Int, on scene: inout Scene) {
        let time = clock.isEmpty ? 0 : measures.clock
        let who = SceneBox(
            x: box.x, y: y, width: box.width - (time > 0 ? time + gap : 0), height: measures.line)
        putWho(row, in: who, hasIcon: true, on: &scene)
        guard time > 0 else { return }
        let place = SceneBox(x: box.right - time, y: y, width: time, height: measures.line)
        scene.write(
            clock, in: place, sizes: (measures.text * 3 / 4)...measures.text, .faint,
            alignment: .right)
    }

    private func putText(
        _ row: BoardRow, _ text: String, lines: Int, y: Int, on scene: inout Scene
    ) {
        let place = SceneBox(x: box.x, y: y, width: box.width, height: lines * measures.pitch)
        scene.write(
            text.held(by: lines, width: place.width, size: measures.text), in: place,
            sizes: measures.text...measures.text, row.isGone ? .faint : .ink, lines: lines,
            pitch: measures.pitch)
    }
}
