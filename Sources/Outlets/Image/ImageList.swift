internal import Board
internal import Linux
internal import Notices
internal import Scenes

/// The notices of the day, the newest first.
struct ImageList {
    /// Lines that the text of one notice may have, where there is room for them.
    private static let mostLines = 4
    /// Pictures with fewer letters in a row have shapes instead of labels.
    private static let leastForLabels = 30

    private let measures: ImageMeasures
    private let box: SceneBox

    init(_ measures: ImageMeasures, _ box: SceneBox) {
        self.measures = measures
        self.box = box
    }

    func put(_ rows: [BoardRow], on scene: inout Scene) {
        switch measures.rows {
        case .columns: putColumns(rows, on: &scene)
        case .stacked: putStacked(rows, on: &scene)
        }
    }

    private var gap: Int { max(2, measures.text / 2) }
    /// Between two notices.
    private var air: Int { measures.isTiny ? 0 : max(2, measures.text / 4) }
}

extension ImageList {
    /// Columns: when, what kind, who, and the text.
    private struct Columns {
        var time: SceneBox?
        var kind: SceneBox?
        var who: SceneBox
        var text: SceneBox?
    }

    private func columns() -> Columns {
        let (text, line) = (measures.text, measures.line)
        var x = box.x
        func take(_ width: Int) -> SceneBox {
            defer { x += width + gap }
            return SceneBox(x: x, y: 0, width: width, height: line)
        }
        let time = measures.isNarrow ? nil : take(measures.clock)
        let hasLabels = measures.ems >= Self.leastForLabels
        let kind = hasLabels ? take(text * 4) : nil
        let rest = box.right - x
        guard !measures.isNarrow, rest >= 8 * text else {
            return Columns(time: time, kind: kind, who: take(max(1, rest)), text: nil)
        }
        let who = take(min(rest * (hasLabels ? 3 : 4) / 10, 14 * text))
        return Columns(time: time, kind: kind, who: who, text: take(box.right - x))
    }

    private func putColumns(_ rows: [BoardRow], on scene: inout Scene) {
        let columns = columns()
        let lines = lineCounts(rows, columns.text?.width, step: measures.line + air)
        var y = box.y
        for (row, count) in zip(rows, lines) {
            putRow(row, columns, lines: count, y: y, on: &scene)
            y += height(ofLines: count) + air
        }
    }

    private func height(ofLines count: Int) -> Int {
        measures.line + (count - 1) * measures.pitch
    }

    /// How many lines each row that has room may have: at least one, and more for the newest as long as
    /// there is room.
    private func lineCounts(_ rows: [BoardRow], _ width: Int?, step: Int) -> [Int] {
        let shown = min(rows.count, max(0, (box.height + air) / step))
        var counts = [Int](repeating: 1, count: shown)
        guard let width else { return counts }
        var free = box.height + air - shown * step
        let more = measures.pitch
        for (index, row) in rows.prefix(shown).enumerated() {
            let wanted = min(Self.mostLines, row.text.linesNeeded(measures.text, width))
            while counts[index] < wanted, free >= more {
                counts[index] += 1
                free -= more
            }
        }
        return counts
    }

    private func putRow(
        _ row: BoardRow, _ columns: Columns, lines: Int, y: Int, on scene: inout Scene
    ) {
        let text = measures.text
        func at(_ box: SceneBox) -> SceneBox {
            SceneBox(x: box.x, y: y, width: box.width, height: box.height)
        }
        if let time = columns.time {
            scene.add(
                .text(
                    SceneText(
                        row.time.local.shortClock, in: at(time), sizes: (text * 3 / 4)...text,
                        .faint)))
        }
        if let kind = columns.kind { putLabel(row, in: at(kind), on: &scene) }
        var who = at(columns.who)
        // Who says nothing has the room of what would be said.
        if row.text.isEmpty { who.width = box.right - who.x }
        if columns.kind == nil { who = putIcon(row, who, on: &scene) }
        let color: SceneColor = row.isGone ? .faint : .ink
        let isBold = measures.hasBold && !row.isGone
        guard let place = columns.text else {
            let words = (row.text.isEmpty ? row.who : "\(row.who): \(row.text)")
                .held(by: 1, width: who.width, size: text)
            return scene.add(.text(SceneText(words, in: who, sizes: text...text, color)))
        }
        scene.add(
            .text(
                SceneText(
                    row.who.held(by: 1, width: who.width, size: text), in: who,
                    sizes: text...text, color, isBold: isBold)))
        guard !row.text.isEmpty else { return }
        var rest = at(place)
        // The first line stands beside the name.
        rest.y += (measures.line - measures.pitch) / 2
        rest.height = lines * measures.pitch
        scene.add(
            .text(
                SceneText(
                    row.text.held(by: lines, width: rest.width, size: text), in: rest,
                    sizes: text...text, color, lines: lines, pitch: measures.pitch)))
    }

    /// The kind as a word; what was missed stands out.
    private func putLabel(_ row: BoardRow, in box: SceneBox, on scene: inout Scene) {
        let small = measures.smallText
        let color = row.isGone ? .faint : SceneColor(label: row.label)
        var place = box
        if row.isMissed, !row.isGone {
            let height = min(box.height, small * 3 / 2)
            place.y += (box.height - height) / 2
            place.height = height
            scene.add(.rounded(place, radius: height / 4, color))
            scene.add(
                .text(
                    SceneText(
                        row.label, in: place, sizes: 4...small, .paper, isBold: true,
                        alignment: .center)))
        } else {
            scene.add(
                .text(SceneText(row.label, in: place, sizes: 4...small, color, isBold: true)))
        }
    }

    /// A shape before the name of what was missed; returns what is left for the name.
    private func putIcon(
        _ row: BoardRow, _ box: SceneBox, on scene: inout Scene
    ) -> SceneBox {
        let icon: SceneIcon
        switch row.label {
        case "MISSED": icon = .missed
        case "VMAIL": icon = .voicemail
        default: return box
        }
        let side = measures.text
        guard box.width >= 4 * side else { return box }
        let place = SceneBox(
            x: box.x, y: box.y + (box.height - side) / 2, width: side, height: side)
        scene.add(.icon(icon, place, row.isGone ? .faint : SceneColor(label: row.label)))
        var rest = box
        rest.x = place.right + max(2, side / 4)
        rest.width = box.right - rest.x
        return rest
    }
}

extension ImageList {
    /// Who and when in a line, and what it says below.
    private func putStacked(_ rows: [BoardRow], on scene: inout Scene) {
        let text = measures.text
        let more = measures.pitch
        var y = box.y
        let time = measures.ems >= 10 ? measures.clock : 0
        for row in rows {
            let room = box.bottom - y
            let wanted =
                row.text.isEmpty
                ? 0 : min(Self.mostLines, row.text.linesNeeded(text, box.width))
            let lines = min(wanted, max(0, (room - measures.line) / more))
            guard room >= measures.line, lines > 0 || wanted == 0 else { return }
            var who = SceneBox(
                x: box.x, y: y, width: box.width - (time > 0 ? time + gap : 0),
                height: measures.line)
            who = putIcon(row, who, on: &scene)
            scene.add(
                .text(
                    SceneText(
                        row.who.held(by: 1, width: who.width, size: text), in: who,
                        sizes: text...text, row.isGone ? .faint : .ink,
                        isBold: measures.hasBold && !row.isGone)))
            if time > 0 {
                let place = SceneBox(
                    x: box.right - time, y: y, width: time, height: measures.line)
                scene.add(
                    .text(
                        SceneText(
                            row.time.local.shortClock, in: place,
                            sizes: (text * 3 / 4)...text, .faint, alignment: .right)))
            }
            y += measures.line
            if lines > 0 {
                let place = SceneBox(x: box.x, y: y, width: box.width, height: lines * more)
                scene.add(
                    .text(
                        SceneText(
                            row.text.held(by: lines, width: place.width, size: text), in: place,
                            sizes: text...text, row.isGone ? .faint : .ink, lines: lines,
                            pitch: more)))
                y += lines * more
            }
            y += 2 * air
        }
    }
}

extension String {
    /// As much of a text as lines of some width can hold, and somewhat more, so that what is cut is seen
    /// to be.
    fileprivate func held(by lines: Int, width: Int, size: Int) -> String {
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
    fileprivate func linesNeeded(_ size: Int, _ width: Int) -> Int {
        // A column is about half as wide as letters are high, and words that are moved to the next line
        // leave room behind them. A line too many is better than a text that is cut.
        let columns = max(1, width * 100 / (size * 53))
        let length = reduce(0) { $0 + $1.columns }
        return length <= columns ? 1 : max(2, (length * 9 / 8 + columns - 1) / columns)
    }
}

extension SceneColor {
    /// The colour of a label, so that kinds are told apart before they are read.
    init(label: String) {
        switch label {
        case "CALL", "ACTIVE": self = .call
        case "MISSED": self = .missed
        case "VMAIL": self = .voicemail
        case "SOCIAL": self = .social
        case "MAIL": self = .mail
        case "SCHED": self = .schedule
        default: self = .ink
        }
    }
}
