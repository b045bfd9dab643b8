import ANCS
import Beacons
import Expecting
import Foundation
import History
import Linux
import Notices
import Outlets
import Support
import Testing
import Waiting

@testable import Configuration
@testable import Service

/// What a bridge keeps, on a disk that comes and goes.
struct HistoryOutletTests {
    /// A folder for a history, and what was told about it.
    @LoopActor
    private final class Bench {
        let folder: String
        private(set) var told: [String] = []
        var isOver = false

        init() {
            folder =
                FileManager.default.temporaryDirectory.appending(
                    path: "callboard-history-\(UUID().uuidString)"
                ).path
        }

        deinit {
            try? FileManager.default.removeItem(atPath: folder)
        }

        func outlet(
            _ settings: HistorySettings = HistorySettings()
        ) -> HistoryOutlet {
            HistoryOutlet(
                settings, in: folder, pace: Pace(),
                tell: { [weak self] in self?.told.append($0) })
        }

        nonisolated func titles() throws -> [String] {
            var titles: [String] = []
            try HistoryReader(in: folder).notices(HistoryFilter()) { stored in
                titles.append(stored.notice.title.string)
                return true
            }
            return titles
        }
    }

    private static let moment = WallTime(milliseconds: 1_772_442_242_125)

    private static func added(_ number: UInt64, _ title: String) -> BridgeEvent {
        let notice = Notice(
            id: NoticeID(rawValue: UInt64(moment.milliseconds) << 20 | number),
            phone: "Ann's iPhone", category: Category(.social), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)), appID: Text("com.apple.MobileSMS"),
            title: Text(title), message: Text("words"), received: moment)
        return .notice(.added, notice, at: moment)
    }

    /// An event with what rules say of it.
    private static func ruled(_ event: BridgeEvent, _ rules: [Rule] = []) -> RuledEvent {
        var book = RuleBook(rules: rules)
        return book.rule(on: event, local: event.time.local)
    }

    @LoopActor
    private static func finish(_ outlet: HistoryOutlet, within limit: Duration? = nil) async {
        await withCheckedContinuation { done in
            outlet.finish(within: limit) { done.resume() }
        }
    }

    @Test func `what is shown is found, the newest first, once it is over`() async throws {
        try await LoopThread.run {
            let bench = Bench()
            let outlet = bench.outlet()
            for number in UInt64(1)...1500 {
                outlet.takeUnfiltered(Self.ruled(Self.added(number, "\(number)")))
            }
            await Self.finish(outlet)
            outlet.takeUnfiltered(Self.ruled(Self.added(9999, "too late")))
            let titles = try bench.titles()
            expect(titles, is: (1...1500).reversed().map(String.init))
            expect(outlet.status.queued, is: 0)
            expect(bench.told, is: [])
        }
    }

    @Test func `what is told of beacons is kept, but what a rule drops or a display alone needs`()
        async throws
    {
        try await LoopThread.run {
            let bench = Bench()
            let outlet = bench.outlet()
            var conditions = Rule.Conditions()
            conditions.items = ["Diary"]
            let drops = Rule("private", conditions, RuleAction(.drop))
            func news(_ change: BeaconChange, _ name: String, isKept: Bool = false) -> RuledEvent {
                var news = BeaconNews(
                    change, of: .item(BeaconItem(name), region: "ring"), zone: .far)
                news.isKept = isKept
                return Self.ruled(.beacon(news, at: Self.moment), [drops])
            }
            for ruled in [
                news(.left, "Keys"), news(.left, "Diary"), news(.near, "Bag", isKept: true),
                news(.range, "Keys"), news(.tap, "Badge"),
            ] {
                outlet.takeUnfiltered(ruled)
            }
            await Self.finish(outlet)
            var kept: [String] = []
            try HistoryReader(in: bench.folder).sightings { sighting in
                kept.append("\(sighting.news.subject.name) \(sighting.news.change.rawValue)")
                return true
            }
            expect(kept, is: ["Badge tap", "Keys left"])
            expect(outlet.status.queued, is: 0)
        }
    }

    @Test func `a folder that cannot be used is tried again and loses nothing`() async throws {
        try await LoopThread.run {
            let bench = Bench()
            #expect(FileManager.default.createFile(atPath: bench.folder, contents: nil))
            let outlet = bench.outlet()
            outlet.takeUnfiltered(Self.ruled(Self.added(1, "first")))
            expect(await eventually { outlet.status.failure != nil })
            outlet.takeUnfiltered(Self.ruled(Self.added(2, "second")))
            try FileManager.default.removeItem(atPath: bench.folder)
            expect(await eventually { outlet.status.failure == nil })
            await Self.finish(outlet)
            let titles = try bench.titles()
            expect(titles, is: ["second", "first"])
            expect(outlet.status.restarts, is: 1)
            expect(bench.told.count, is: 2)
            #expect(!bench.told.contains { $0.contains("first") || $0.contains("words") })
        }
    }

    @Test func `an end does not wait for a folder that cannot be used`() async {
        await LoopThread.run {
            let bench = Bench()
            #expect(FileManager.default.createFile(atPath: bench.folder, contents: nil))
            let outlet = bench.outlet()
            outlet.takeUnfiltered(Self.ruled(Self.added(1, "first")))
            await Self.finish(outlet)
            expect(bench.told.last, is: "the history could not take the last event")
        }
    }

    @Test func `a folder that can be used again before the end gets what was left`() async throws {
        try await LoopThread.run {
            let bench = Bench()
            #expect(FileManager.default.createFile(atPath: bench.folder, contents: nil))
            let outlet = bench.outlet()
            outlet.takeUnfiltered(Self.ruled(Self.added(1, "first")))
            outlet.finish(within: Patience.limit) { bench.isOver = true }
            expect(await eventually { outlet.status.failure != nil })
            try FileManager.default.removeItem(atPath: bench.folder)
            expect(await eventually { bench.isOver })
            let titles = try bench.titles()
            expect(titles, is: ["first"])
            expect(bench.told.last, is: "the history can be written again")
        }
    }

    @Test func `what cannot be written before the end is counted`() async {
        await LoopThread.run {
            let bench = Bench()
            #expect(FileManager.default.createFile(atPath: bench.folder, contents: nil))
            let outlet = bench.outlet()
            for number in UInt64(1)...3 {
                outlet.takeUnfiltered(Self.ruled(Self.added(number, "\(number)")))
            }
            expect(await eventually { outlet.status.failure != nil })
            await Self.finish(outlet, within: .milliseconds(300))
            expect(bench.told.count, is: 2)
            expect(bench.told.last, is: "the history could not take the last 3 events")
        }
    }

    @Test func `rules that drop or hide hold for the history`() async throws {
        try await LoopThread.run {
            let bench = Bench()
            var secret = Rule.Conditions()
            secret.senders = ["secret"]
            var hidden = Rule.Conditions()
            hidden.senders = ["private"]
            let rules = [
                Rule("one", secret, RuleAction(.drop)), Rule("two", hidden, RuleAction(.hide)),
            ]
            let outlet = bench.outlet()
            for (number, title) in ["secret", "private", "open"].enumerated() {
                outlet.takeUnfiltered(Self.ruled(Self.added(UInt64(number), title), rules))
            }
            await Self.finish(outlet)
            let titles = try bench.titles()
            expect(titles, is: ["open", ""])
        }
    }

    @Test func `apps of which nothing is to be kept leave no trace`() async throws {
        try await LoopThread.run {
            let bench = Bench()
            var settings = HistorySettings()
            settings.policy.apps["com.apple.MobileSMS"] = StoredDetail.none
            let outlet = bench.outlet(settings)
            outlet.takeUnfiltered(Self.ruled(Self.added(1, "not kept")))
            outlet.apply(HistorySettings())
            expect(await eventually { outlet.status.queued == 0 })
            outlet.takeUnfiltered(Self.ruled(Self.added(2, "kept")))
            await Self.finish(outlet)
            let titles = try bench.titles()
            expect(titles, is: ["kept"])
        }
    }

    @Test func `battery levels are stored while the configuration wants them`() async throws {
        try await LoopThread.run {
            let bench = Bench()
            let outlet = bench.outlet()
            @LoopActor func report(_ level: Int, after seconds: Int) {
                let time = Self.moment.advanced(by: .seconds(seconds))
                outlet.takeUnfiltered(
                    Self.ruled(.battery(level, PhoneName("Ann's iPhone", bond: "AA"), at: time)))
            }
            var wanted = HistorySettings()
            expect(wanted.keepsBattery, is: false, "the default")
            report(90, after: 0)
            wanted.keepsBattery = true
            outlet.apply(wanted)
            report(80, after: 1)
            report(80, after: 2)
            report(79, after: 3)
            outlet.apply(HistorySettings())
            report(70, after: 4)
            outlet.takeUnfiltered(Self.ruled(Self.added(1, "kept")))
            await Self.finish(outlet)
            var levels: [Int] = []
            try HistoryReader(in: bench.folder).levels { stored in
                levels.append(stored.level)
                return true
            }
            expect(levels, is: [80, 79])
            let titles = try bench.titles()
            expect(titles, is: ["kept"])
        }
    }
}
