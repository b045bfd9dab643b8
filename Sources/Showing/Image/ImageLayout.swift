package import Board
internal import Formats
package import Linux
internal import Notices
package import Scenes

/// Layout of the day as an image, for a display of any size.
package struct ImageLayout: Sendable {
    /// Minimum height for a list below a ringing call; on a lower image, the call fills it.
    private static let leastHeightForBoth = 240

    private let measures: ImageMeasures
    private let hasClock: Bool

    /// - Parameter hasClock: whether the time of day is shown.
    package init(size: SceneSize, hasClock: Bool) {
        measures = ImageMeasures(size)
        self.hasClock = hasClock
    }

    /// Returns the image at a time.
    ///
    /// - Parameter showsCalls: whether ringing and current calls are shown.
    package func scene(
        of board: DayBoard, at time: WallTime, look: SceneTheme, showsCalls: Bool = true
    ) -> Scene {
        var scene = Scene(size: measures.size, look: look)
        let calls = showsCalls ? board.calls : []
        if let first = calls.first, first.isRinging {
            let panel = panel(isAlone: calls.count == 1 && board.rows.isEmpty)
            RingingPanel(measures, panel).put(first, on: &scene)
            guard panel.height < measures.size.height else { return scene }
            var rest = measures.body
            rest.y = panel.bottom + measures.margin
            rest.height = measures.size.height - rest.y - measures.margin / 2
            putList(board, Array(calls.dropFirst()), in: rest, at: time, on: &scene)
            return scene
        }
        let clock = hasClock ? time.local.shortClock : nil
        let isAtRest = calls.isEmpty && board.rows.isEmpty
        // Without other content, the clock is in the body, and large.
        let isClockBelow = isAtRest && board.counts.total == 0
        if measures.header > 0 {
            ImageHeader(measures, clock: isClockBelow ? nil : clock, hasCounts: !isAtRest)
                .put(board, on: &scene)
        }
        let body = ImagePlaces(measures).put(board.places, in: measures.body, at: time, on: &scene)
        if isAtRest {
            ImageRest(measures, clock: clock).put(board, in: body, on: &scene)
        } else {
            putList(board, calls, in: body, at: time, on: &scene)
        }
        return scene
    }

    private func panel(isAlone: Bool) -> SceneBox {
        let size = measures.size
        let hasAll = isAlone || size.height < Self.leastHeightForBoth
        return SceneBox(
            x: 0, y: 0, width: size.width, height: hasAll ? size.height : size.height * 2 / 3)
    }

    private func putList(
        _ board: DayBoard, _ calls: [BoardCall], in box: SceneBox, at time: WallTime,
        on scene: inout Scene
    ) {
        var rest = box
        for call in calls where rest.height >= measures.line {
            let line = SceneBox(x: rest.x, y: rest.y, width: rest.width, height: measures.line)
            OngoingLine(measures, line).put(call, on: &scene)
            let used = measures.line + max(1, measures.margin / 2)
            rest.y += used
            rest.height -= used
        }
        ImageList(measures, rest, at: time).put(board.foldedRows, on: &scene)
    }
}
