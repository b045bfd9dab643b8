internal import ANCS
package import Linux
package import Notices

/// Counts stored rows one by one in bounded memory; `figures` returns the result.
package struct Statistics: Sendable {
    /// Limit of separate phones; further phones count only in the totals.
    package static let phoneLimit = 64
    /// Plausible times of a row in milliseconds, from 2000 to 2200; other rows are skipped.
    ///
    /// No phone supported this protocol earlier, and each day takes memory.
    package static let plausible: Range<Int64> = 946_684_800_000..<7_258_118_400_000

    /// Counts for one day.
    struct DayTally: Sendable {
        var notices = 0
        var calls = 0
        var missed = 0
    }

    let since: Int64?
    let until: Int64?
    private var clock = LocalClock()
    private var today = DayTally()
    private var days: [LocalDay: DayTally] = [:]
    private(set) var first: Int64?
    private(set) var last: Int64?
    /// The last counted moment; excludes the exact end of a connected period.
    private(set) var lastInside: Int64?
    private(set) var heat = [Int](repeating: 0, count: 7 * 24)
    private(set) var categories = [Int](repeating: 0, count: 256)
    private(set) var outcomes: [CallOutcome: Int] = [:]
    private(set) var callers = FrequentNames()
    private(set) var apps = FrequentNames()
    private(set) var phones: [PhoneTally] = []
    private(set) var beacons = BeaconTallies()
    /// The last moment with known beacon states.
    private(set) var known: Int64?
    private(set) var ringTimes = CallTimes(unit: .milliseconds(100), longest: 1200)
    private(set) var talkTimes = CallTimes(unit: .seconds(1), longest: 14_400)
    /// Number of rows without a plausible time.
    private(set) var leftOut = 0

    /// Creates empty statistics.
    ///
    /// - Parameters:
    ///   - since: beginning of the period, not before the history began; nil for the first row
    ///   - until: end of the period, exclusive; nil for the last row
    package init(since: WallTime? = nil, until: WallTime? = nil) {
        self.since = since.map { Self.nearest($0.milliseconds) }
        self.until = until.map { Self.nearest($0.milliseconds) }
    }

    /// Returns the nearest plausible time, or the first one after the range.
    private static func nearest(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, plausible.lowerBound), plausible.upperBound)
    }

    /// Counts a notification.
    package mutating func add(_ fact: NoticeFact) {
        let time = fact.time.milliseconds
        guard Self.plausible.contains(time) else {
            leftOut += 1
            return
        }
        guard time >= since ?? time, time < until ?? .max else { return }
        cover(time, time)
        lastInside = max(lastInside ?? time, time)
        let lastDay = clock.day
        if clock.move(to: fact.time) {
            if today.notices > 0 { days[lastDay] = today }
            today = days[clock.day] ?? DayTally()
        }
        today.notices += 1
        heat[clock.day.weekday * 24 + clock.hour] += 1
        categories[Int(fact.category.id.rawValue)] += 1
        apps.add(fact.appID, caption: fact.appName)
        if let phone = indexOfPhone(fact.phone) { phones[phone].notices += 1 }
        if let outcome = CallOutcome(of: fact) { addCall(fact, outcome) }
    }

    /// Counts a connected period; the periods of one phone must be in order of their beginning.
    package mutating func add(_ link: LinkSpan) {
        var (began, ended) = (link.began.milliseconds, link.ended.milliseconds)
        guard Self.plausible.contains(began), Self.plausible.contains(ended) else {
            leftOut += 1
            return
        }
        began = max(began, since ?? began)
        ended = min(ended, until ?? ended)
        guard began < ended else { return }
        cover(began, ended)
        lastInside = max(lastInside ?? began, ended - 1)
        if let phone = indexOfPhone(link.phone) { phones[phone].add(from: began, until: ended) }
    }

    /// Counts a beacon event; events must be in order of time.
    ///
    /// Events before the period set its initial state.
    package mutating func add(_ news: BeaconNews, at moment: WallTime) {
        let time = moment.milliseconds
        guard Self.plausible.contains(time) else {
            leftOut += 1
            return
        }
        guard time < until ?? .max else { return }
        if time >= since ?? time {
            cover(time, time)
            lastInside = max(lastInside ?? time, time)
        }
        beacons.add(news, at: moment, countingFrom: since)
    }

    /// Sets the last known moment; residents at home then count as at home until then.
    package mutating func end(knowingUntil moment: WallTime?) {
        guard let moment, Self.plausible.contains(moment.milliseconds) else { return }
        known = moment.milliseconds
        if until == nil, !beacons.people.isEmpty, let last {
            self.last = max(last, moment.milliseconds)
        }
    }

    private mutating func addCall(_ fact: NoticeFact, _ outcome: CallOutcome) {
        today.calls += 1
        if outcome == .missed { today.missed += 1 }
        outcomes[outcome, default: 0] += 1
        callers.add(fact.title, isMissed: outcome == .missed)
        if let time = fact.call?.ringTime { ringTimes.add(time) }
        if let time = fact.call?.talkTime { talkTimes.add(time) }
    }

    private mutating func cover(_ from: Int64, _ to: Int64) {
        first = min(first ?? from, from)
        last = max(last ?? to, to)
    }

    private mutating func indexOfPhone(_ name: String) -> Int? {
        if let index = phones.firstIndex(where: { $0.name == name }) { return index }
        guard phones.count < Self.phoneLimit else { return nil }
        phones.append(PhoneTally(name: name))
        return phones.count - 1
    }

    /// Returns the counts for a day.
    func tally(of day: LocalDay) -> DayTally {
        day == clock.day ? today : days[day] ?? DayTally()
    }
}
