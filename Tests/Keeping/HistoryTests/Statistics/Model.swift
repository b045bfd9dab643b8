import ANCS
import Linux
import Notices
import Support

@testable import History

/// Rows of anything, and their figures counted the plain way.
struct Model {
    let facts: [NoticeFact]
    let links: [LinkSpan]
    let since: WallTime?
    let until: WallTime?

    init(random: inout RepeatableRandom) {
        let start = Facts.start.milliseconds
        let length = Int64.random(in: 1...60 * 86_400_000, using: &random)
        let span = start...start + length
        facts = (0..<Int.random(in: 1...400, using: &random)).map { _ in
            Facts.random(within: span, &random)
        }
        links = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            let began = Int64.random(in: span, using: &random)
            let ended = began + Int64.random(in: 0...7_200_000, using: &random)
            return LinkSpan(
                phone: Bool.random(using: &random) ? "Mara's iPhone" : "Jonas' iPhone",
                began: WallTime(milliseconds: began), ended: WallTime(milliseconds: ended))
        }.sorted { $0.began.milliseconds < $1.began.milliseconds }
        let isAsked = Bool.random(using: &random)
        since = isAsked ? WallTime(milliseconds: start + length / 5) : nil
        until = isAsked ? WallTime(milliseconds: start + length * 4 / 5) : nil
    }

    /// The rows that count.
    var counted: [NoticeFact] {
        facts.filter {
            $0.time.milliseconds >= since?.milliseconds ?? .min
                && $0.time.milliseconds < until?.milliseconds ?? .max
        }
    }

    var calls: StatisticsFigures.Calls {
        let outcomes = counted.compactMap { CallOutcome(of: $0) }
        return StatisticsFigures.Calls(
            answered: outcomes.count { $0 == .answered }, missed: outcomes.count { $0 == .missed },
            declined: outcomes.count { $0 == .declined }, stopped: outcomes.count { $0 == .stopped }
        )
    }

    var heat: [[Int]] {
        (0..<7).map { weekday in
            (0..<24).map { hour in
                counted.count {
                    LocalDay($0.time).weekday == weekday && $0.time.local.hour == hour
                }
            }
        }
    }

    /// The first and the last moment that belong to the span.
    private var ends: (Int64, Int64)? {
        let inside = links.compactMap { clipped($0) }.filter { !$0.isEmpty }
        let rows = counted.map(\.time.milliseconds)
        let first = since?.milliseconds ?? (rows + inside.map(\.lowerBound)).min()
        let last =
            until.map { $0.milliseconds - 1 } ?? (rows + inside.map { $0.upperBound - 1 }).max()
        guard let first, let last else { return nil }
        return (first, last)
    }

    var days: [StatisticsFigures.Day] {
        guard let (first, last) = ends else { return [] }
        let firstDay = LocalDay(WallTime(milliseconds: first)).number
        let lastDay = LocalDay(WallTime(milliseconds: last)).number
        guard firstDay <= lastDay else { return [] }
        return (firstDay...lastDay).map { number in
            let rows = counted.filter { LocalDay($0.time).number == number }
            let outcomes = rows.compactMap { CallOutcome(of: $0) }
            return StatisticsFigures.Day(
                day: LocalDay(number: number), notices: rows.count, calls: outcomes.count,
                missed: outcomes.count { $0 == .missed })
        }
    }

    var medianNotices: Double? { Self.median(days.map { Double($0.notices) }) }

    var medianRing: Double? {
        Self.median(
            counted.compactMap { fact in
                guard CallOutcome(of: fact) != nil, let ring = fact.call?.ringTime else {
                    return nil
                }
                let (seconds, attoseconds) = ring.components
                return Double(seconds * 10 + attoseconds / 100_000_000_000_000_000) / 10
            }
        ).map { ($0 * 100).rounded() / 100 }
    }

    private static func median(_ numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let sorted = numbers.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    var callers: [StatisticsFigures.Caller] {
        let calls = counted.filter { CallOutcome(of: $0) != nil }
        return Dictionary(grouping: calls, by: \.title).map { title, calls in
            StatisticsFigures.Caller(
                title: title, calls: calls.count,
                missed: calls.count { CallOutcome(of: $0) == .missed })
        }.sorted {
            ($1.calls, $0.title.string) < ($0.calls, $1.title.string)
        }
    }

    var appCounts: [Int] {
        Dictionary(grouping: counted, by: \.appID).values.map(\.count).sorted(by: >)
    }

    private func clipped(_ link: LinkSpan) -> Range<Int64>? {
        let began = max(link.began.milliseconds, since?.milliseconds ?? .min)
        let ended = min(link.ended.milliseconds, until?.milliseconds ?? .max)
        return began < ended ? began..<ended : nil
    }

    /// How long a phone was connected: the length of all its times put together.
    func connected(_ phone: String) -> Duration {
        var ranges = links.filter { $0.phone == phone }.compactMap { clipped($0) }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        var edges = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()[...]
        var total: Int64 = 0
        while let edge = edges.popFirst(), let next = edges.first {
            if ranges.contains(where: { $0.contains(edge) }) { total += next - edge }
        }
        return .milliseconds(total)
    }
}
