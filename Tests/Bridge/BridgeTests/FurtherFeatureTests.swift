import Bridge
import Expecting
import Features
import LinkSupport
import Linux
import Notices
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
            step(15, "\"characteristic\": \"2A19\", \"value\": {\"hex\": \"52\"}"),
            step(30, "\"there\": false"), step(45, "\"there\": true"),
            "{\"at\": 60, \"disconnect\": {\"for\": 5}}",
        ]

        @LoopActor
        @Test func `what a feature tells is in the status while it holds`() async throws {
            let text = """
                {"format": 1, "ends": 120, "phones": [{"name": "Ann", "services": [{"uuid": "180F",
                  "characteristics": [{"uuid": "2A19", "properties": ["read", "notify"],
                    "value": {"hex": "53"}}]}],
                  "existing": [{"name": "a", "app": "com.apple.mobilemail"}],
                  "timeline": [\(Self.story.joined(separator: ","))]}]}
                """
            let bench = BridgeBench(
                try Scenario(parsing: Array(text.utf8), file: "test.json"),
                further: FurtherFeatures([.battery]))
            bench.start()
            for (level, why) in [
                (0x53, "read"), (0x52, "told"), (nil, "the service goes"),
                (0x52, "it comes again"), (nil, "the phone goes"), (0x52, "the phone comes again"),
            ] as [(Int?, String)] {
                let isSo = await bench.waits {
                    bench.bridge.map { $0.status.phones.first?.battery == level } == true
                }
                #expect(isSo, "\(why)")
            }
            let levels = bench.events.compactMap { event -> Int? in
                guard case .battery(let level, _, _) = event else { return nil }
                return level
            }
            expect(levels, is: [0x53, 0x52, 0x52, 0x52])
            expect(bench.bridge?.status.phones.first?.notices, is: 1)
            expect(bench.radio.needs.map(\.service), is: [.notifications, BatteryFeature.service])
            bench.stop()
        }

        /// Steps of a phone whose services answer over a link that is not secure, too.
        private static func openPhone(_ behaviour: String) -> String {
            """
            {"format": 1, "ends": 60, "phones": [{"name": "Ann", "model": "iphone-12",
              "behaviour": {\(behaviour)}}]}
            """
        }

        @LoopActor
        @Test func `model, maker, zone and clock are in the status`() async throws {
            let bench = BridgeBench(
                try Scenario(parsing: Array(Self.openPhone("").utf8), file: "test.json"))
            bench.start()
            let isWhole = await bench.waits {
                let phone = bench.bridge?.status.phones.first
                return phone?.maker != nil && phone?.clockRead != nil
            }
            let phone = try #require(bench.bridge?.status.phones.first)
            expect(isWhole)
            expect(phone.model, is: "iPhone 12")
            expect(phone.maker, is: "Apple Inc.")
            expect(phone.battery, is: 82)
            expect(phone.zone, is: 480, "the zone of the phone whose values it has")
            let lead = try #require(phone.clockLead)
            #expect(lead < .seconds(-7 * 365 * 86_400), "its clock stands in June 2018")
            bench.stop()
        }
    }
}
