import ANCS
import Expecting
import Linux
import Notices
import SimulatedPhone
import Support
import Testing

@testable import Bridge

extension BridgeTests {
    /// What a person has a phone do.
    struct Acts {
        init() {
            LoopThread.start()
        }

        private static let ring = Sample.call("ring", from: "Davidson Ro", category: .incomingCall)
            .with { $0.negative = Array("Decline".utf8) }

        /// A bench on whose phones calls ring.
        @LoopActor
        private func ringing(_ scripts: Script..., calls: Int = 1) async throws -> BridgeBench {
            let bench = try BridgeBench(Scenario(scripts))
            bench.start()
            let ring = await bench.waits {
                bench.ledger.shown.values.count { $0.call?.state == .ringing } == calls
            }
            try #require(ring)
            return bench
        }

        /// What becomes of an act, in words.
        @LoopActor
        private func perform(
            _ act: NoticeAction, _ id: NoticeID? = nil, on bench: BridgeBench
        ) async -> String {
            var result: ActResult?
            bench.bridge?.perform(act, on: id) { result = $0 }
            _ = await bench.waits { result != nil }
            return switch result {
            case .performed(let notice): "performed \(notice.title.string) on \(notice.phone)"
            case .noSuchNotice: "no such notice"
            case .nothingRings: "nothing rings"
            case .nothingToClear: "nothing to clear"
            case .isCall: "a call"
            case .notOffered: "not offered"
            case .callOver: "call over"
            case .phoneAway: "phone away"
            case .refused(_, let error): "refused \(error)"
            case .unanswered: "unanswered"
            case .busy: "busy"
            case nil: "nothing"
            }
        }

        @LoopActor
        @Test(arguments: [
            (NoticeAction.answer, "answered ACTIVE"), (.decline, "ended CALL"),
        ])
        func `a call is taken or turned away`(_ act: NoticeAction, _ chapter: String) async throws {
            let bench = try await ringing(Script().at(1, .add(Self.ring)))
            await expect(perform(act, on: bench), is: "performed Davidson Ro on Mara's iPhone")
            #expect(
                await bench.waits {
                    bench.ledger.stories.first?.chapters.contains(chapter) == true
                })
            await expect(perform(act, on: bench), is: "nothing rings")
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [false, true])
        func `a call is never cleared, by its name or without one`(isAnswered: Bool) async throws {
            let bench = try await ringing(Script().at(1, .add(Self.ring)))
            let id = try #require(bench.ledger.shown.keys.first)
            if isAnswered {
                #expect(await perform(.answer, on: bench).hasPrefix("performed"))
                #expect(
                    await bench.waits { bench.ledger.shown[id]?.call?.state == .answered })
            }
            let before = bench.events.count
            await expect(perform(.clear, id, on: bench), is: "a call")
            await expect(perform(.clear, on: bench), is: "nothing to clear")
            await bench.letPass(.seconds(3))
            expect(bench.events.count, is: before)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [NoticeAction.answer, .decline])
        func `an act that comes late, or once more, does nothing`(_ act: NoticeAction) async throws
        {
            let bench = try await ringing(Script().at(1, .add(Self.ring)))
            let id = try #require(bench.ledger.shown.keys.first)
            #expect(await perform(.decline, id, on: bench).hasPrefix("performed"))
            #expect(
                await bench.waits {
                    bench.ledger.stories.first?.chapters.contains("ended CALL") == true
                })
            let before = bench.events.count
            await expect(perform(act, id, on: bench), is: "call over", "it has ended")
            await expect(perform(act, id, on: bench), is: "call over", "and again")
            await bench.letPass(.seconds(20))
            await expect(perform(act, id, on: bench), is: "call over", "and after a while")
            expect(bench.events.count, is: before)
            bench.stop()
        }

        @LoopActor
        @Test func `a call that has rung for too long may ring still, and is not cleared`()
            async throws
        {
            let bench = try await ringing(Script().at(1, .add(Self.ring)))
            let id = try #require(bench.ledger.shown.keys.first)
            #expect(await bench.waits { bench.ledger.shown[id]?.call?.state != .ringing })
            #expect(["a call", "no such notice"].contains(await perform(.clear, id, on: bench)))
            bench.stop()
        }

        @LoopActor
        @Test func `without a name the newest notification is cleared that can be, beside a call`()
            async throws
        {
            let plain = Sample("plain").with { $0.negative = [] }
            let bench = try await ringing(
                Script(existing: [Sample("one"), Sample("two"), plain]).at(3, .add(Self.ring)))
            #expect(await bench.waits { bench.ledger.shown.count == 4 })
            #expect(await perform(.clear, on: bench).hasPrefix("performed This is two"))
            #expect(await bench.waits { bench.ledger.shown.count == 3 })
            #expect(await perform(.clear, on: bench).hasPrefix("performed This is one"))
            #expect(await bench.waits { bench.ledger.shown.count == 2 })
            await expect(perform(.clear, on: bench), is: "nothing to clear")
            #expect(bench.ledger.shown.values.contains { $0.call?.state == .ringing })
            bench.stop()
        }

        @LoopActor
        @Test func `of calls that ring, the loud one is taken before a silent one that is newer`()
            async throws
        {
            let silent = Sample.call("silent", from: "Sam", category: .incomingCall)
                .with { $0.flags = EventFlags.silent.union(.positiveAction).rawValue }
            let bench = try await ringing(
                Script().at(1, .add(Self.ring)).at(2, .add(silent)), calls: 2)
            await expect(perform(.answer, on: bench), is: "performed Davidson Ro on Mara's iPhone")
            await expect(perform(.answer, on: bench), is: "performed Sam on Mara's iPhone")
            bench.stop()
        }

        @LoopActor
        @Test func `what a rule leaves out is not what is cleared without a name`() async throws {
            let bench = try BridgeBench(Script(existing: [Sample("one"), Sample("two")]))
            var two = Rule.Conditions()
            two.senders = ["This is two"]
            bench.bridge?.rules = RuleBook(rules: [Rule("x", two, RuleAction(.drop))])
            #expect(await bench.plays())
            #expect(await perform(.clear, on: bench).hasPrefix("performed This is one"))
            await expect(perform(.clear, on: bench), is: "nothing to clear")
            bench.stop()
        }

        @LoopActor
        @Test func `of two phones the newest notification is cleared, also before a missed call`()
            async throws
        {
            let missed = Sample.call("missed", from: "Davidson Ro", category: .missedCall)
                .with { $0.negative = Array("Clear".utf8) }
            let bench = try BridgeBench(
                Scenario([
                    Script().at(1, .add(missed)),
                    Script(name: "Ada's iPhone", bond: "ada").at(3, .add(Sample("new"))),
                ]))
            bench.start()
            #expect(await bench.waits { bench.ledger.shown.count == 2 })
            await expect(perform(.clear, on: bench), is: "performed This is new on Ada's iPhone")
            await expect(perform(.clear, on: bench), is: "performed Davidson Ro on Mara's iPhone")
            bench.stop()
        }

        @LoopActor
        @Test func `of two phones that ring it is the one that began last`() async throws {
            let other = Sample.call("other", from: "Ada Okafor", category: .incomingCall)
            let bench = try await ringing(
                Script().at(3, .add(Self.ring)),
                Script(name: "Ada's iPhone", bond: "ada").at(1, .add(other)), calls: 2)
            await expect(perform(.answer, on: bench), is: "performed Davidson Ro on Mara's iPhone")
            #expect(
                await bench.waits {
                    bench.ledger.shown.values.count { $0.call?.state == .ringing } == 1
                })
            await expect(perform(.answer, on: bench), is: "performed Ada Okafor on Ada's iPhone")
            bench.stop()
        }

        @LoopActor
        @Test func `what is not there or not offered is not asked of the phone`() async throws {
            let plain = Sample("plain").with { $0.negative = [] }
            let bench = try await ringing(Script(existing: [plain]).at(1, .add(Self.ring)))
            let id = try #require(
                bench.ledger.shown.values.first { $0.title.string == "This is plain" }?.id)
            await expect(perform(.clear, id, on: bench), is: "not offered")
            await expect(perform(.answer, id, on: bench), is: "not offered")
            await expect(perform(.clear, NoticeID(rawValue: 5), on: bench), is: "no such notice")
            bench.stop()
        }

        @LoopActor
        @Test func `a notice is cleared, once`() async throws {
            let bench = try BridgeBench(Script(existing: [Sample("one"), Sample("two")]))
            #expect(await bench.plays())
            let id = try #require(bench.ledger.shown.keys.first)
            #expect(await perform(.clear, id, on: bench).hasPrefix("performed This is"))
            #expect(await bench.waits { bench.ledger.shown.count == 1 })
            await expect(perform(.clear, id, on: bench), is: "no such notice")
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [
            (#""error": {"code": "0xa3"}"#, "refused"), (#""mute": true"#, "unanswered"),
        ])
        func `a phone that refuses or says nothing is believed`(
            _ behaviour: String, _ result: String
        ) async throws {
            let bench = try await ringing(
                Script().at(1, .add(Self.ring)).at(5, .set(behaviour)))
            await bench.letPass(.seconds(6))
            #expect(await perform(.answer, on: bench).hasPrefix(result))
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that is away is not waited for`() async throws {
            let script = Script(existing: [Sample("one")]).at(5, .disconnect(seconds: 500))
            let bench = try BridgeBench(script)
            bench.start()
            #expect(
                await bench.waits {
                    bench.ledger.states["Mara's iPhone"]?.last == .disconnected
                        && bench.ledger.order.count == 1
                })
            let id = try #require(bench.ledger.order.first)
            await expect(perform(.clear, id, on: bench), is: "phone away")
            bench.stop()
        }

        @LoopActor
        @Test func `whoever waits when the bridge stops is told`() async throws {
            let bench = try await ringing(
                Script().at(1, .add(Self.ring)).at(5, .set(#""write_delay": 60"#)))
            await bench.letPass(.seconds(6))
            var results = 0
            for _ in 0..<30 { bench.bridge?.perform(.answer, on: nil) { _ in results += 1 } }
            bench.stop()
            expect(results, is: 30)
        }

        @LoopActor
        @Test func `what a rule hides is not told by acting on it`() async throws {
            let bench = try BridgeBench(Script().at(1, .add(Self.ring)))
            bench.bridge?.rules = RuleBook(rules: [Rule("x", Rule.Conditions(), RuleAction(.hide))])
            bench.start()
            #expect(await bench.waits { !bench.ledger.shown.isEmpty })
            await expect(perform(.answer, on: bench), is: "performed  on Mara's iPhone")
            bench.stop()
        }
    }
}
