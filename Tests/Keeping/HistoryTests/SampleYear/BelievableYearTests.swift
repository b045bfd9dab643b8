import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// The year that is made up: whether it is what it says.
struct BelievableYearTests {
    /// The last moment of a day.
    private static let end = WallTime(
        milliseconds: LocalDay(year: 2026, month: 11, day: 22).moment().milliseconds - 1)
    private static let year = Array(BelievableYear(seed: 7, end: end))
    /// Each notice as it was heard of first, in the order of time.
    private static let firsts: [Notice] = {
        var known: Set<NoticeID> = []
        return year.compactMap { event in
            guard case .notice(_, let notice, _) = event, known.insert(notice.id).inserted
            else { return nil }
            return notice
        }
    }()

    @Test func `the same seed makes the same, another another, and a part is a part`() {
        let end = Self.end
        let month = Array(BelievableYear(seed: 3, end: end, days: 30))
        expect(month, is: Array(BelievableYear(seed: 3, end: end, days: 30)))
        #expect(month != Array(BelievableYear(seed: 4, end: end, days: 30)))
        let earlier = end.advanced(by: .seconds(-20_000))
        let part = Array(BelievableYear(seed: 3, end: earlier, days: 30))
        #expect(!part.isEmpty && part.count < month.count)
        expect(part, is: Array(month.prefix(part.count)))
    }

    @Test func `a year has about 25,000 notices of two phones`() {
        #expect((23_500...26_500).contains(Self.firsts.count), "\(Self.firsts.count)")
        expect(Set(Self.firsts.map(\.phone)).count, is: 2)
        let first = Self.end.advanced(by: .seconds(-365 * 86_400))
        #expect(Self.firsts.allSatisfy { $0.received.milliseconds >= first.milliseconds })
    }

    @Test func `what happens is in the order of time, and nothing after the end`() {
        let times = Self.year.map(\.time.milliseconds)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(times.last ?? .max <= Self.end.milliseconds)
        let ids = Self.firsts.map(\.id.rawValue)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Self.firsts.allSatisfy { $0.id.rawValue >> 20 == UInt64($0.received.milliseconds) })
    }

    @Test func `each notice has a life that a phone could tell`() {
        var lives: [NoticeID: [NoticeChange]] = [:]
        for case .notice(let change, let notice, _) in Self.year {
            lives[notice.id, default: []].append(change)
        }
        let told = Set(lives.values.map { $0.map(\.rawValue).joined(separator: " ") })
        let possible: Set = [
            "added", "added removed", "added modified", "added modified removed", "ringing",
            "ringing answered", "ringing answered ended", "ringing missed",
            "ringing missed removed", "ringing ended",
        ]
        expect(told.subtracting(possible), is: [])
        for life in possible.subtracting(["ringing", "ringing answered", "added modified"]) {
            #expect(told.contains(life), "\(life)")
        }
    }

    @Test(arguments: ["Protokoll vom ", "Programm ab ", "Wetter: Am ", "Nur bis "])
    func `a German text has the German word for a weekday`(beginning: String) {
        let texts = Self.firsts.flatMap { [$0.subtitle.string, $0.message.string] }
            .filter { $0.hasPrefix(beginning) }
        #expect(!texts.isEmpty)
        for text in texts {
            let rest = text.dropFirst(beginning.count)
            #expect(Phrases.german.days.contains { rest.hasPrefix($0) }, "\(text)")
        }
    }

    @Test func `phones come and go, and tell nothing while they are away`() {
        var isReady: [String: Bool] = [:]
        var comings = 0
        for event in Self.year {
            switch event {
            case .phone(.connected, _, _): comings += 1
            case .phone(.ready, let phone, _):
                #expect(isReady[phone.name] != true)
                isReady[phone.name] = true
            case .phone(.disconnected, let phone, _):
                expect(isReady[phone.name], is: true)
                isReady[phone.name] = false
            case .notice(let change, let notice, let time) where isReady[notice.phone] == false:
                Issue.record("\(change) at \(time.timestamp)")
            default: break
            }
        }
        #expect(comings > 400)
        let back = Self.firsts.count { $0.flags.contains(.preExisting) }
        #expect((500...3_000).contains(back), "\(back)")
    }

    @Test func `it is written in many languages, with numbers and pictures`() {
        let text = Self.firsts.reduce(into: Set<Unicode.Scalar>()) { scalars, notice in
            scalars.formUnion((notice.title.string + notice.message.string).unicodeScalars)
        }
        for sample in "üßéñłřışόΘЇюはる陈雨김늘😊🎂❤".unicodeScalars {
            #expect(text.contains(sample), "\(sample)")
        }
        let numbers = Self.firsts.count { $0.title.string.hasPrefix("+") }
        #expect(numbers > 100)
        #expect(Self.firsts.allSatisfy { !$0.message.string.contains("{") })
        #expect(Self.firsts.allSatisfy { !$0.title.string.contains("{") })
    }

    @Test func `missed calls are followed by voicemail, and working days differ from others`() {
        let voicemails = Self.firsts.filter { $0.category.id == .voicemail }
        #expect(voicemails.count > 60)
        var statistics = Statistics()
        for notice in Self.firsts { statistics.add(NoticeFact(notice)) }
        let heat = statistics.figures().heat
        let nights = heat.reduce(0) { $0 + $1[1...4].reduce(0, +) }
        let evenings = heat.reduce(0) { $0 + $1[17...20].reduce(0, +) }
        #expect(evenings > nights * 5)
        let mail = { (weekday: Int) in
            Self.firsts.count {
                $0.category.id == .email && LocalDay($0.received).weekday == weekday
            }
        }
        #expect(mail(2) > mail(6))
        let kinds = Set(Self.firsts.map(\.category.id.rawValue))
        #expect(kinds.isSuperset(of: [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
    }

    @Test func `the household is away in August`() {
        let days = Self.firsts.count {
            (5...12).contains($0.received.local.day) && $0.received.local.month == 8
        }
        expect(days, is: 0)
    }

    @Test(arguments: [(0.0, 0...0), (0.1, 60...400), (1, 1_400...2_800), (5, 8_000...13_000)])
    func `a scale is a scale`(_ scale: Double, _ expected: ClosedRange<Int>) {
        let events = BelievableYear(seed: 1, end: Self.end, days: 30, scale: scale)
        var ids: Set<NoticeID> = []
        for case .notice(_, let notice, _) in events { ids.insert(notice.id) }
        #expect(expected.contains(ids.count), "\(ids.count)")
    }

    @Test(arguments: [-1, 0, 1]) func `no day, or one, is a year too`(_ days: Int) {
        let events = Array(BelievableYear(seed: 1, end: Self.end, days: days))
        expect(events.isEmpty, is: (days < 1))
    }

    @Test func `days are drawn one at a time, so that a long time costs nothing before it is used`()
    {
        var iterator = BelievableYear(seed: 1, end: Self.end, days: 3_000_000).makeIterator()
        for _ in 0..<50 { #expect(iterator.next() != nil) }
    }
}
