import Bridge
import Expecting
import Features
import LinkSupport
import Linux
import Radio
import SimulatedPhone
import Support
import Testing

extension BridgeTests {
    /// What a bridge makes of a phone's services beside notifications.
    struct FurtherFeature {
        private static func step(_ at: Double, _ change: String) -> String {
            "{\"at\": \(at), \"change\": {\"service\": \"180F\", \(change)}}"
        }

        private static let story = [
            step(5, "\"characteristic\": \"2A19\", \"value\": {\"hex\": \"52\"}"),
            step(10, "\"there\": false"), step(15, "\"there\": true"),
            "{\"at\": 20, \"disconnect\": {\"for\": 5}}",
        ]

        @LoopActor
        @Test func `what a feature tells is in the status while it holds`() async throws {
            let text = """
                {"format": 1, "ends": 60, "phones": [{"name": "Ann", "services": [{"uuid": "180F",
                  "characteristics": [{"uuid": "2A19", "properties": ["read", "notify"],
                    "value": {"hex": "53"}}]}],
                  "existing": [{"name": "a", "app": "com.apple.mobilemail"}],
                  "timeline": [\(Self.story.joined(separator: ","))]}]}
                """
            let bench = BridgeBench(
                try Scenario(parsing: Array(text.utf8), file: "test.json"),
                further: LevelFeature.alone)
            bench.start()
            for (facts, why) in [
                (["battery": 0x53], "read"), (["battery": 0x52], "told"), ([:], "the service goes"),
                (["battery": 0x52], "it comes again"), ([:], "the phone goes"),
                (["battery": 0x52], "the phone comes again"),
            ] {
                let isSo = await bench.waits { bench.bridge?.status.phones.first?.facts == facts }
                #expect(isSo, "\(why)")
            }
            expect(bench.bridge?.status.phones.first?.notices, is: 1)
            expect(bench.radio.needs.map(\.service), is: [.notifications, LevelFeature.service])
            bench.stop()
        }
    }
}
