internal import Board
internal import Linux
internal import Notices
internal import Scenes

/// List of today's notifications, newest first.
struct ImageList {
    /// Maximum text lines of a notification.
    static let mostLines = 4
    /// Minimum width, in characters, for labels instead of icons.
    private static let leastForLabels = 30
    /// Maximum share of names in the width beside the label, in tenths.
    private static let mostForNames = 5
    /// Maximum characters of a time; most are narrow digits, so that six fit into the width of a
    /// clock.
    private static let momentLetters = 6

    let measures: ImageMeasures
    let box: SceneBox
    /// Time at which the list is shown.
    private let time: WallTime

    init(_ measures: ImageMeasures, _ box: SceneBox, at time: WallTime) {
        self.measures = measures
        self.box = box
        self.time = time
    }

    /// Returns the time of a notification, about as wide as a clock.
    func moment(of row: BoardRow) -> String {
        RowMoment(row.time, asOf: time).words(columns: Self.momentLetters)
    }

    func put(_ rows: [BoardRow], on scene: inout Scene) {
        switch measures.rows {
        case .columns: putColumns(rows, on: &scene)
        case .stacked: putStacked(rows, on: &scene)
        }
    }

    var gap: Int { max(2, measures.text / 2) }
    /// Space between two notifications.
    var air: Int { measures.isTiny ? 0 : max(2, measures.text / 4) }
}

extension ImageList {
    /// Columns of the list: time, category, name and text.
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
        let step = measures.line + air
        let rows = Array(rows.prefix(max(0, (box.height + air) / step)))
        let columns = columns(for: rows)
        let lines = lineCounts(rows, columns, step: step)
        var y = box.y
        for (row, count) in zip(rows, lines) {
            putRow(row, columns, lines: count, y: y, on: &scene)
            y += height(ofLines: count) + air
        }
    }

    /// Returns the columns for all rows.
    ///
    /// The name column fits the widest name, up to half of the room; a phone number is never cut.
    private func columns(for rows: [BoardRow]) -> Columns {
        var columns = columns()
        guard var text = columns.text else { return columns }
        let room = box.right - columns.who.x - gap
        let wanted = rows.filter { !$0.text.isEmpty }.map { row in
            min(
                whoNeeded(row, hasIcon: columns.kind == nil),
                row.who.isNumber ? room - 4 * measures.text : room * Self.mostForNames / 10)
        }
        columns.who.width = max(columns.who.width, wanted.max() ?? 0)
        text.x = columns.who.right + gap
        text.width = box.right - text.x
        columns.text = text
        return columns
    }

    private func height(ofLines count: Int) -> Int {
        measures.line + (count - 1) * measures.pitch
    }

    /// Returns the number of lines of each row that fits: one, and more for the newest while there
    /// is room.
    private func lineCounts(_ rows: [BoardRow], _ columns: Columns, step: Int) -> [Int] {
        var counts = [Int](repeating: 1, count: rows.count)
        var free = box.height + air - rows.count * step
        let more = measures.pitch
        guard let width = columns.text?.width else { return counts }
        for (index, row) in rows.enumerated() {
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
            scene.write(moment(of: row), in: at(time), sizes: (text * 3 / 4)...text, .faint)
        }
        if let kind = columns.kind { putLabel(row, in: at(kind), on: &scene) }
        var who = at(columns.who)
        // Without a text, the name also takes the room of the text.
        if row.text.isEmpty { who.width = box.right - who.x }
        let color: SceneColor = row.isGone ? .faint : .ink
        guard let place = columns.text else {
            if columns.kind == nil { who = putIcon(row, who, on: &scene) }
            let name = row.count > 1 ? "\(row.who) ×\(row.count)" : row.who
            let words = (row.text.isEmpty ? name : "\(name): \(row.text)")
                .held(by: 1, width: who.width, size: text)
            return scene.write(words, in: who, sizes: text...text, color)
        }
        putWho(row, in: who, hasIcon: columns.kind == nil, on: &scene)
        guard !row.text.isEmpty else { return }
        var rest = at(place)
        // The first line is level with the name.
        rest.y += (measures.line - measures.pitch) / 2
        rest.height = lines * measures.pitch
        scene.write(
            row.text.held(by: lines, width: rest.width, size: text), in: rest, sizes: text...text,
            color, lines: lines, pitch: measures.pitch)
    }
}
