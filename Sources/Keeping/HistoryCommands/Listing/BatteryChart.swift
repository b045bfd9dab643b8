package import History
package import Linux
import Notices

/// Chart of a phone's battery levels: a line for each day, with a column for each half hour.
package struct BatteryChart: Sendable {
    /// Limit of days; of more, the last ones are shown.
    static let dayLimit = 3660
    private static let step: Int64 = 1_800_000
    private static let columns = 48
    /// Width of the day before the columns.
    private static let dayWidth = 11

    private let calendar: LocalCalendar
    private let now: WallTime

    package init(now: WallTime = .now, calendar: LocalCalendar = .ofMachine) {
        self.now = now
        self.calendar = calendar
    }

    /// Line with the hours, below the days.
    package static let hours =
        String(repeating: " ", count: dayWidth + 2)
        + stride(from: 0, to: 24, by: 6).map { "\($0)".padded(to: 12) }.joined()
        .trimmed

    /// Returns the lines of the days that have a known level.
    ///
    /// A level is known from a report on, while the phone is connected.
    ///
    /// - Parameters:
    ///   - levels: oldest first; those before `since` tell the level at its beginning
    ///   - links: times of connection, oldest first
    package func lines(
        _ levels: [StoredLevel], _ links: [LinkSpan], since: WallTime, until: WallTime
    ) -> [String] {
        let end = min(until.milliseconds, now.milliseconds)
        var walk = Walk(levels: levels, links: links)
        var lines: [String] = []
        guard let first = levels.first?.at else { return [] }
        let last = calendar.day(of: WallTime(milliseconds: end))
        var day = max(
            calendar.day(of: first.milliseconds > since.milliseconds ? first : since),
            last.advanced(by: 1 - Self.dayLimit))
        while true {
            let range = (
                calendar.moment(day).milliseconds, calendar.moment(day.advanced(by: 1)).milliseconds
            )
            guard range.0 < end, range.0 < range.1 else { return lines }
            if let line = line(
                of: day, from: max(range.0, since.milliseconds), to: min(range.1, end), &walk)
            {
                lines.append(line)
            }
            day = day.advanced(by: 1)
        }
    }

    private func line(
        of day: LocalDay, from start: Int64, to end: Int64, _ walk: inout Walk
    ) -> String? {
        var cells = [Character](repeating: " ", count: Self.columns)
        var known: [Int] = []
        var time = start
        while time < end {
            // A clock that is set back shows some half hours twice: the later ones remain.
            let next = min((time / Self.step + 1) * Self.step, end)
            let local = calendar.local(WallTime(milliseconds: time))
            let cell = min(max((local.hour * 60 + local.minute) / 30, 0), Self.columns - 1)
            if let level = walk.level(from: time, to: next, &known) {
                cells[cell] = Blocks.standing(Double(max(level, 1)) / 100, height: 1, row: 0)
            }
            time = next
        }
        guard let least = known.min(), let most = known.max() else { return nil }
        let range = least == most ? "\(least) %" : "\(least)–\(most) %"
        return "\(words(for: day).padded(to: Self.dayWidth))  \(String(cells))  \(range)"
    }

    private func words(for day: LocalDay) -> String {
        let isOfThisYear = day.date.year == calendar.day(of: now).date.year
        return isOfThisYear
            ? "\(LocalDay.weekdays[day.weekday]) \(day.dayAndMonth)"
            : "\(day.dayAndMonth) \(day.date.year)"
    }
}

/// Position in the levels and connections of a phone, which only moves on.
private struct Walk {
    let levels: [StoredLevel]
    let links: [LinkSpan]
    private var nextLevel = 0
    private var nextLink = 0
    private var last: Int?

    init(levels: [StoredLevel], links: [LinkSpan]) {
        self.levels = levels
        self.links = links
    }

    /// Returns the level at the end of a period; nil if it is unknown.
    ///
    /// - Parameter known: receives all levels of the period
    mutating func level(from start: Int64, to end: Int64, _ known: inout [Int]) -> Int? {
        var isReported = false
        while nextLevel < levels.count, levels[nextLevel].at.milliseconds < end {
            let level = levels[nextLevel]
            if level.at.milliseconds >= start {
                // The one before was valid until then, unless the phone was away.
                if !isReported, level.at.milliseconds > start, let last,
                    isConnected(from: start, to: start + 1)
                {
                    known.append(last)
                }
                isReported = true
                known.append(level.level)
            }
            last = level.level
            nextLevel += 1
        }
        guard let last, isReported || isConnected(from: start, to: end) else { return nil }
        known.append(last)
        return last
    }

    private mutating func isConnected(from start: Int64, to end: Int64) -> Bool {
        while nextLink < links.count, links[nextLink].ended.milliseconds < start { nextLink += 1 }
        return nextLink < links.count && links[nextLink].began.milliseconds < end
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
