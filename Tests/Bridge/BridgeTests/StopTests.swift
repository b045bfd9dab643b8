import ANCS
import Bridge
import Expecting
import LinkSupport
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// A bridge that is stopped says goodbye, and nothing more.
    struct Stop {
        init() {
            LoopThread.start()
        }

        private static let ring = Sample.call("ring", from: "Davidson Ro", category: .incomingCall)

        private static let script = Script(
            members: [#""mtu": 50"#], behaviour: #""fragment": "random", "write_delay": 0.02"#,
            existing: Sample.several(3)
        ).at(0.5, .add(ring), .add(Sample("fresh"))).at(1, .modify(Sample("fresh", "Changed.")))
            .at(1.2, .disconnect(seconds: 0.5))

        /// Expects that nothing comes after what has come, and that nothing is left behind.
        @LoopActor
        private static func expectSilence(_ bench: BridgeBench, _ comment: Comment) async {
            let count = bench.events.count
            weak let bridge = bench.bridge
            await bench.letPass(.seconds(100))
            expect(bench.events.count, is: count, comment)
            #expect(bench.ledger.problems.isEmpty, comment)
            for (_, states) in bench.ledger.states {
                expect(states.last, is: .disconnected, comment)
            }
            #expect(bench.radio.links.allSatisfy { $0.link == nil }, comment)
            bench.dismiss()
            #expect(bridge == nil, comment)
        }

        @LoopActor
        @Test func `before the Nth thing a link tells`() async throws {
            try await forEach(in: 0..<100, atATime: 25) { number in
                let bench = try BridgeBench(Self.script)
                var count = 0
                var isStopped = false
                bench.radio.onLinkEvent = { _, pass in
                    if count == number {
                        bench.stop()
                        isStopped = true
                    }
                    count += 1
                    pass()
                }
                bench.start()
                _ = await bench.waits { isStopped || bench.isFinished }
                bench.stop()
                bench.radio.onLinkEvent = nil
                await Self.expectSilence(bench, "event \(number)")
            }
        }

        @LoopActor
        @Test func `in the middle of the Nth event`() async throws {
            try await forEach(in: 0..<50, atATime: 25) { number in
                let bench = try BridgeBench(Self.script)
                var isStopped = false
                bench.onEvent = { _ in
                    guard bench.events.count > number, !isStopped else { return }
                    isStopped = true
                    bench.stop()
                    let rest = bench.events.dropFirst(number + 1)
                    // A call of which nobody has been told yet is not kept back.
                    let isGoodbye = rest.allSatisfy { event in
                        switch event {
                        case .phone(.disconnected, _, _): true
                        case .notice(.ringing, let notice, _): notice.isIncomplete
                        default: false
                        }
                    }
                    #expect(isGoodbye && rest.count <= 2)
                }
                bench.start()
                _ = await bench.waits { isStopped || bench.isFinished }
                bench.stop()
                bench.onEvent = nil
                await Self.expectSilence(bench, "event \(number)")
            }
        }

        @LoopActor
        @Test func `at any time`() async throws {
            try await forEach(in: 0..<60, atATime: 20) { number in
                let bench = try BridgeBench(Self.script)
                bench.start()
                await bench.letPass(.milliseconds(40 * number))
                bench.stop()
                await Self.expectSilence(bench, "after \(40 * number) ms")
            }
        }

        @LoopActor
        @Test func `before anything, twice, and without a start`() async throws {
            let unstarted = try BridgeBench(Self.script)
            unstarted.stop()
            await Self.expectSilence(unstarted, "not started")
            #expect(unstarted.events.isEmpty)
            let started = try BridgeBench(Self.script)
            started.start()
            started.stop()
            started.stop()
            await Self.expectSilence(started, "stopped twice")
            #expect(started.events.isEmpty)
        }

        @LoopActor
        @Test func `without stopping, a bridge that nobody holds is gone`() async throws {
            let bench = try BridgeBench(Self.script)
            #expect(await bench.plays())
            weak let bridge = bench.bridge
            bench.letGo()
            #expect(bridge == nil)
        }
    }
}
