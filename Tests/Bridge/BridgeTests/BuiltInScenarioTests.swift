import Bridge
import Expecting
import Linux
import Notices
import SimulatedPhone
import Support
import Testing

extension BridgeTests {
    /// Every scenario that is part of the program tells its story.
    struct BuiltInScenarios {
        init() {
            LoopThread.start()
        }

        private typealias Story = Ledger.Story

        @LoopActor
        private func play(_ name: String) async throws -> BridgeBench {
            let entry = try #require(Scenario.builtIn.first { $0.name == name })
            let bench = BridgeBench(entry.scenario)
            #expect(await bench.plays())
            #expect(bench.ledger.problems.isEmpty)
            #expect(bench.ledger.shown.values.allSatisfy { !$0.isIncomplete })
            return bench
        }

        @LoopActor
        @Test func `fifteen seconds in the life of a phone`() async throws {
            let bench = try await play("demo")
            bench.stop()
            // How notices mix when the machine is busy is not told here.
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Two books are due on Friday", "added OTHER"),
                    Story("Choir office", "added MAIL"),
                    Story("Theo", "added SOCIAL"),
                    Story("Davidson Ro", "ringing CALL", "ended CALL", "missed MISSED"),
                    Story("Davidson Ro", "added VMAIL"),
                    Story("Ada Okafor", "added SOCIAL"),
                    Story("Priya", "added SOCIAL"),
                    Story("Brandt Bicycles", "added MAIL", "modified MAIL"),
                    Story("Dentist", "added SCHED"),
                    Story("The water boils", "added OTHER", "removed OTHER"),
                    Story("Jonas 🚲", "added SOCIAL"),
                    Story("נועה לוי", "added SOCIAL"),
                    Story("Ada Okafor", "added SOCIAL"),
                    Story("Tidings", "added NEWS"),
                    Story(
                        "+44 20 7946 0958", "ringing CALL", "ended CALL", "answered ACTIVE",
                        "ended ACTIVE"),
                ].counted)
            expect(bench.ledger.states["Mara's iPhone"], is: [.connected, .ready, .disconnected])
        }

        @LoopActor
        @Test func `a thousand existing notifications and fresh ones`() async throws {
            let bench = try await play("flood")
            let titles = bench.ledger.stories.map(\.title)
            // The phone answers at most every four milliseconds, and this one comes after a second.
            #expect(try #require(titles.firstIndex(of: "Ada Okafor")) < 300)
            expect(bench.ledger.stories(of: "Davidson Ro"), is: [["ringing CALL", "ended CALL"]])
            expect(
                bench.ledger.facts.map { String(decoding: $0.texts[0], as: UTF8.self) }.counted,
                is: (["Ada Okafor"] + (1...50).map { "Mail \($0)" }).counted)
            let isOldOnce = bench.ledger.stories.filter { $0.title.hasPrefix("Old message") }
                .allSatisfy { $0.chapters == ["added SOCIAL", "removed SOCIAL"] }
            #expect(isOldOnce)
            bench.stop()
        }

        @LoopActor
        @Test func `two phones with the same handles`() async throws {
            let bench = try await play("two-phones")
            bench.stop()
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Theo", "added SOCIAL", "removed SOCIAL"),
                    Story("Davidson Ro", "ringing CALL", "ended CALL", "missed MISSED"),
                    Story("Mara", "added SOCIAL"),
                    Story("Davidson Ro", "ringing CALL", "ended CALL"),
                    Story("Mara", "added SOCIAL"),
                ].counted)
            for phone in ["Mara's iPhone", "Theo's iPad"] {
                expect(bench.ledger.states[phone], is: [.connected, .ready, .disconnected])
            }
        }

        @LoopActor
        @Test func `one misbehaviour after the other`() async throws {
            let bench = try await play("bad-phone")
            #expect(
                await bench.waits {
                    bench.bridge?.isSettled == true && bench.ledger.shown.count == 14
                })
            bench.stop()
            let titles = bench.ledger.shown.values.map(\.title.string)
            expect(Set(titles).count, is: 14)
            #expect(titles.allSatisfy { !$0.isEmpty })
            #expect(bench.ledger.shown.values.allSatisfy { !$0.isIncomplete })
            #expect(bench.ledger.problems.isEmpty)
        }

        @LoopActor
        @Test func `phones with the attributes of real ones, and an iPad`() async throws {
            let bench = try await play("real-phones")
            bench.stop()
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Two books are due on Friday", "added OTHER"),
                    Story("Ada Okafor", "added SOCIAL"), Story("Priya", "added SOCIAL"),
                    Story("Jonas", "added SOCIAL"), Story("Dentist", "added SCHED"),
                ].counted)
            for phone in ["Mara's iPhone 8 Plus", "Mara's iPad"] {
                expect(bench.ledger.states[phone], is: [.connected, .ready, .disconnected])
            }
            // Its handles are others the second time, and it never said so.
            expect(
                bench.ledger.states["Theo's iPhone 12"],
                is: [
                    .connected, .ready, .disconnected, .connected, .ready, .disconnected,
                ])
        }

        @LoopActor
        @Test func `notifications that are offered last of all are waited for`() async throws {
            let bench = try await play("late-services")
            bench.stop()
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Ada Okafor", "added SOCIAL"), Story("Priya", "added SOCIAL"),
                ].counted)
            expect(
                bench.ledger.states["Late iPhone"],
                is: [.connected, .unavailable, .connected, .ready, .disconnected])
        }

        @LoopActor
        @Test func `an MTU request that is not answered costs one link, and no more`()
            async throws
        {
            let bench = try await play("no-mtu-answer")
            bench.stop()
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Ada Okafor", "added SOCIAL"), Story("Priya", "added SOCIAL"),
                ].counted)
            expect(
                bench.ledger.states["Quiet iPhone"],
                is: [.connected, .disconnected, .connected, .ready, .disconnected])
        }

        @LoopActor
        @Test func `a phone that asks while it is asked is answered`() async throws {
            let bench = try await play("collision")
            bench.stop()
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Ada Okafor", "added SOCIAL"), Story("Priya", "added SOCIAL"),
                ].counted)
            expect(
                bench.ledger.states["Curious iPhone"], is: [.connected, .ready, .disconnected])
        }

        @LoopActor
        @Test func `a call between two tracks is a call as any other`() async throws {
            let bench = try await play("media")
            bench.stop()
            expect(
                bench.ledger.stories.counted,
                is: [
                    Story("Davidson Ro", "ringing CALL", "ended CALL", "missed MISSED")
                ].counted)
            expect(bench.ledger.states["Mara's iPhone"], is: [.connected, .ready, .disconnected])
        }

        @LoopActor
        @Test func `a phone that comes back with other handles`() async throws {
            let bench = try await play("reconnect")
            // What is not announced again is gone after half a minute.
            await bench.letPass(.seconds(45))
            bench.stop()
            #expect(bench.ledger.problems.isEmpty)
            expect(
                bench.ledger.facts.map { String(decoding: $0.texts[2], as: UTF8.self) }.counted,
                is: [
                    "Number two, in other words.", "Number three.",
                    "This came while the phone was away.",
                ].counted)
            expect(bench.ledger.stories(of: "Davidson Ro"), is: [["ringing CALL", "ended CALL"]])
        }
    }
}
