import Linux
import Support
import Testing

extension BridgeTests {
    /// However the packets are cut, the same notices come out.
    struct Transport {
        init() {
            LoopThread.start()
        }

        private static let samples: [Sample] = [
            Sample("short", "Hi"), Sample("empty", ""),
            Sample("long", String(repeating: "A longer text than fits one packet. ", count: 20)),
            Sample("subtitled").with { $0.subtitle = Array("To you & 4 others".utf8) },
            Sample("mail").with {
                ($0.app, $0.appName, $0.category) = ("com.apple.mobilemail", "Mail", 6)
            },
        ]

        @LoopActor
        @Test(arguments: [23, 24, 185, 517])
        func `every MTU`(mtu: Int) async throws {
            let script = Script(members: [#""mtu": \#(mtu)"#], existing: Self.samples)
                .at(0.5, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [1, 2, 3, 5, 19])
        func `fragments of one size`(size: Int) async throws {
            let script = Script(behaviour: #""fragment": \#(size)"#, existing: Self.samples)
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: 1...8)
        func `fragments of random sizes`(seed: UInt64) async throws {
            let behaviour =
                #""fragment": "random", "fragment_delay": {"seconds": 0, "jitter": 0.02}"#
            let script = Script(behaviour: behaviour, existing: Self.samples)
                .at(0.5, .add(Sample("fresh")))
            let bench = try BridgeBench(script, seed: seed)
            await bench.expectToShow(script)
            bench.stop()
        }
    }
}
