import ANCS
import Expecting
import Linux
import Notices
import Outlets
import Support
import Testing

@testable import Bridge

extension BridgeTests {
    /// Texts of the host's own, beside what phones send.
    struct Texts {
        init() {
            LoopThread.start()
        }

        /// A controller on a clock that is led, and what it has told.
        @LoopActor
        private final class Bench {
            let pace = Pace.led()
            private(set) var story: [String] = []
            private(set) var removals: [Notice.Removal?] = []
            private(set) lazy var controller = TextController(ids: NoticeIDs(), pace: pace) {
                [weak self] in
                guard case .notice(let change, let notice, _) = $0 else { return }
                self?.story.append("\(change.rawValue) \(notice.title.string)")
                if change == .removed { self?.removals.append(notice.removal) }
            }

            @discardableResult
            func show(_ text: String, for seconds: Int = 300) -> Notice {
                controller.show(text, on: "hall", flags: [], for: .seconds(seconds))
            }
        }

        @LoopActor
        @Test func `each is there for its time, whichever came first`() {
            let bench = Bench()
            bench.show("long", for: 100)
            bench.show("short", for: 10)
            bench.pace.pass(.milliseconds(9_999))
            expect(bench.story, is: ["added long", "added short"])
            bench.pace.pass(.milliseconds(1))
            expect(bench.story.last, is: "removed short")
            expect(bench.controller.notices.map(\.title.string), is: ["long"])
            bench.pace.pass(.seconds(3600))
            expect(
                bench.story, is: ["added long", "added short", "removed short", "removed long"])
            expect(bench.removals, is: [nil, nil], "nobody has cleared them")
        }

        @LoopActor
        @Test func `past the limit the oldest gives way, whenever its time is over`() {
            let bench = Bench()
            for number in 0..<TextController.limit { bench.show("\(number)", for: 1000 - number) }
            expect(bench.story.count, is: TextController.limit)
            bench.show("one more", for: 5000)
            expect(Array(bench.story.suffix(2)), is: ["removed 0", "added one more"])
            expect(bench.controller.notices.count, is: TextController.limit)
            expect(Set(bench.controller.notices.map(\.id)).count, is: TextController.limit)
        }

        @LoopActor
        @Test func `all are taken back at once, and nothing is due any more`() {
            let bench = Bench()
            expect(bench.controller.clear(), is: 0)
            bench.show("one")
            bench.show("two")
            expect(bench.controller.clear(), is: 2)
            expect(Array(bench.story.suffix(2)), is: ["removed one", "removed two"])
            expect(bench.removals, is: [.user, .user])
            bench.pace.pass(.seconds(3600))
            expect(bench.story.count, is: 4)
        }

        @LoopActor
        @Test func `a person clears one by its name or as the newest, and phones none of them`()
            async throws
        {
            let bench = try BridgeBench(Script(existing: [Sample("one")]))
            #expect(await bench.plays())
            let bridge = try #require(bench.bridge)
            let phones = try #require(bench.ledger.order.first)
            let (old, new) = (show("old", on: bridge), show("new", on: bridge))
            let handle = try #require(NoticeHandle(old.id.description))
            expect(bridge.notices(named: handle), is: [old.id])
            var results: [ActResult] = []
            bridge.perform(.answer, on: old.id) { results.append($0) }
            bridge.perform(.clear, on: old.id) { results.append($0) }
            bridge.perform(.clear, on: old.id) { results.append($0) }
            expect(results, is: [.notOffered(old), .performed(old), .noSuchNotice])
            bridge.perform(.clear, on: nil) { results.append($0) }
            expect(results.last, is: .performed(new), "it came after the phone's")
            bridge.perform(.answer, on: nil) { results.append($0) }
            expect(results.last, is: .nothingRings)
            expect(bridge.texts.notices.count, is: 0)
            #expect(bench.ledger.shown.keys.contains(phones))
            bench.stop()
        }

        @LoopActor
        @Test func `no rule is asked, nothing is counted, and no witness hears of it`() throws {
            let bench = try BridgeBench(Script())
            let bridge = try #require(bench.bridge)
            bridge.rules = RuleBook(rules: [Rule("all", Rule.Conditions(), RuleAction(.drop))])
            let takeUnfiltered = Witness()
            bridge.add(takeUnfiltered)
            let text = show("Tea is ready", on: bridge)
            let changes = bench.events.compactMap { event -> Notice? in
                if case .notice(.added, let notice, _) = event { notice } else { nil }
            }
            expect(changes, is: [text])
            expect(takeUnfiltered.count, is: 0)
            expect(bridge.status.events, is: 0)
            expect(bridge.rules.counters.shown, is: 0)
            bench.stop()
            expect(bridge.texts.notices.count, is: 0)
            _ = show("too late", on: bridge)
            expect(bench.events.count, is: 1, "a bridge that stops tells nothing more")
        }

        @LoopActor
        private func show(_ text: String, on bridge: Bridge) -> Notice {
            bridge.texts.show(text, on: "hall", flags: [], for: .seconds(300))
        }

        /// A takeUnfiltered that counts what it hears.
        @LoopActor
        private final class Witness: Outlet {
            private(set) var count = 0

            func takeUnfiltered(_ ruled: RuledEvent) { count += 1 }
        }
    }
}
