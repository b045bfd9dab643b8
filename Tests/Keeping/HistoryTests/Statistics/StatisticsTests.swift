import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import History

/// The figures, against a model that keeps everything and counts the plain way.
struct StatisticsTests {
    @Test(arguments: Array(1...12) as [UInt64])
    func `random rows in any order count as a plain model counts them`(_ seed: UInt64) {
        var random = RepeatableRandom(seed: seed)
        let model = Model(random: &random)
        var statistics = Statistics(since: model.since, until: model.until)
        for fact in model.facts { statistics.add(fact) }
        for link in model.links { statistics.add(link) }
        let figures = statistics.figures(top: 5)
        expect(figures.notices, is: model.counted.count)
        expect(figures.calls, is: model.calls)
        expect(figures.heat, is: model.heat)
        expect(figures.days, is: model.days)
        expect(figures.medianNotices, is: model.medianNotices)
        expect(figures.medianRing, is: model.medianRing)
        expect(figures.callers, is: Array(model.callers.prefix(5)))
        expect(figures.apps.map(\.notices), is: Array(model.appCounts.prefix(5)))
        expect(figures.kinds.reduce(0) { $0 + $1.notices }, is: model.counted.count)
        expect(figures.kinds.map(\.notices), is: figures.kinds.map(\.notices).sorted(by: >))
        expect(figures.busiest?.notices, is: model.days.map(\.notices).max())
        expect(figures.leftOut, is: 0)
        for phone in figures.phones {
            expect(phone.notices, is: model.counted.count { $0.phone == phone.name })
            expect(phone.connected, is: model.connected(phone.name))
        }
    }

    @Test func `nothing comes to nothing`() {
        let figures = Statistics().figures()
        #expect(figures.from == nil && figures.until == nil && figures.days.isEmpty)
        #expect(figures.medianNotices == nil && figures.medianRing == nil)
        #expect(figures.calls.missedRatio == nil && figures.busiest == nil)
    }

    @Test func `days on which nothing came count for the median`() {
        let day = LocalDay(year: 2026, month: 3, day: 2)
        var statistics = Statistics(since: day.moment(), until: day.advanced(by: 5).moment())
        for _ in 0..<9 { statistics.add(Facts.message(at: day.moment(secondOfDay: 60))) }
        let figures = statistics.figures()
        expect(figures.days.map(\.notices), is: [9, 0, 0, 0, 0])
        expect(figures.medianNotices, is: 0)
        expect(figures.busiest?.day, is: day)
    }

    private static let outcomes: [(CategoryID, Call.State?, Bool, String, Comment)] = [
        (.incomingCall, .ringing, false, "stopped", "of which no more came"),
        (.incomingCall, .ended, false, "stopped", "that rang no longer"),
        (.incomingCall, .ended, true, "declined", "declined from here"),
        (.activeCall, .answered, false, "answered", "that goes on"),
        (.activeCall, .ended, false, "answered", "that was hung up"),
        (.missedCall, .missed, false, "missed", "that nobody took"),
        (.missedCall, nil, false, "missed", "known by its category alone"),
        (.voicemail, nil, false, "none", "a voicemail is no call"),
    ]

    @Test(arguments: outcomes)
    func `a call has one outcome`(
        _ category: CategoryID, _ state: Call.State?, _ isDeclined: Bool, _ outcome: String,
        _ why: Comment
    ) {
        var fact = Facts.message(at: Facts.start)
        fact.category = Category(category)
        fact.call = state.map { Call(state: $0, isDeclined: isDeclined) }
        let told = CallOutcome(of: fact).map { "\($0)" } ?? "none"
        expect(told, is: outcome, why)
    }

    @Test func `callers are told apart by their bytes, not by how they look`() {
        var statistics = Statistics()
        let titles = [Text("Zoë"), Text("Zoe\u{308}"), Text(bytes: [0x5A, 0xFF]), .empty]
        for title in titles { statistics.add(Facts.call(from: title, at: Facts.start)) }
        expect(statistics.figures().callers.count, is: 4)
    }

    @Test func `times connected that overlap count once, and never more than the span`() {
        let (start, hour) = (Facts.start, Duration.seconds(3600))
        let end = start.advanced(by: hour * 10)
        var statistics = Statistics(since: start, until: end)
        let spans: [(Int, Int)] = [(-5, 2), (1, 3), (1, 2), (4, 4), (5, 4), (8, 20)]
        for (began, ended) in spans {
            statistics.add(
                LinkSpan(
                    phone: "Mara's iPhone", began: start.advanced(by: hour * began),
                    ended: start.advanced(by: hour * ended)))
        }
        let phone = statistics.figures().phones.first
        expect(phone?.connected, is: hour * 5)
        expect(phone?.share, is: 0.5)
    }

    @Test func `a link that ends at midnight is not of the next day`() {
        let day = LocalDay(year: 2026, month: 3, day: 2)
        var statistics = Statistics()
        statistics.add(
            LinkSpan(
                phone: "", began: day.moment(secondOfDay: 3600),
                ended: day.advanced(by: 1).moment()))
        expect(statistics.figures().days.map(\.day), is: [day])
        expect(statistics.figures().phones.first?.share, is: 1)
    }

    @Test(arguments: [Int64.min, -1, 0, 946_684_799_999, 7_258_118_400_000, Int64.max])
    func `a row of an impossible time is left out`(_ milliseconds: Int64) {
        var statistics = Statistics()
        let time = WallTime(milliseconds: milliseconds)
        statistics.add(Facts.message(at: time))
        statistics.add(LinkSpan(phone: "", began: Facts.start, ended: time))
        statistics.add(Facts.message(at: Facts.start))
        let figures = statistics.figures()
        expect(figures.leftOut, is: 2)
        #expect(figures.notices == 1 && figures.days.count == 1)
    }

    @Test func `a span of any length has bounded days`() {
        let (past, future) = (WallTime(milliseconds: .min), WallTime(milliseconds: .max))
        var statistics = Statistics(since: past, until: future)
        statistics.add(Facts.message(at: Facts.start))
        expect(statistics.figures().days.count, is: 73_049)
        #expect(Statistics(since: future, until: past).figures().days.isEmpty)
    }

    @Test func `more phones than are told apart count in the totals`() {
        var statistics = Statistics()
        for number in 0..<Statistics.phoneLimit + 10 {
            var fact = Facts.message(at: Facts.start)
            fact.phone = "\(number)"
            statistics.add(fact)
        }
        expect(statistics.figures().phones.count, is: Statistics.phoneLimit)
        expect(statistics.figures().notices, is: Statistics.phoneLimit + 10)
    }
}
