import Expecting
import Linux
import Notices
import SimulatedPhone
import Support
import Testing

@testable import Bridge

extension BridgeTests {
    /// Texts about phones whose battery is low.
    struct BatteryWarning {
        private static let ann = PhoneName("Ann's iPhone", bond: "A")
        private static let bob = PhoneName("Bob's iPhone", bond: "B")

        /// A bridge without phones, and its warnings.
        @LoopActor
        private static func warnings(_ limit: Int?) throws -> (BridgeBench, BatteryWarnings) {
            let text = #"{"format": 1, "ends": 60, "phones": [{"name": "Ann"}]}"#
            let bench = BridgeBench(try Scenario(parsing: Array(text.utf8), file: "test.json"))
            let bridge = try #require(bench.bridge)
            return (bench, BatteryWarnings(bridge.texts, limit: limit))
        }

        @LoopActor
        private static func texts(_ bench: BridgeBench) -> [String] {
            bench.bridge?.texts.notices.map(\.title.string) ?? []
        }

        @LoopActor
        @Test func `a text is shown once until the phone is charged`() throws {
            let (bench, warnings) = try Self.warnings(20)
            let text = "Ann's iPhone: battery low, 20 %"
            for (level, expected, why) in [
                (21, [], "one more than the limit"), (20, [text], "the limit"),
                (19, [text], "shown already"), (24, [text], "around the limit"),
                (18, [text], "no second text"), (26, [], "charged"),
                (20, [text], "low again"),
            ] {
                warnings.show(.battery(level, Self.ann, at: .now))
                expect(Self.texts(bench), is: expected, "\(why)")
            }
        }

        @LoopActor
        @Test func `a text that was cleared does not return before the phone is charged`() throws {
            let (bench, warnings) = try Self.warnings(20)
            warnings.show(.battery(20, Self.ann, at: .now))
            expect(bench.bridge?.texts.clear(), is: 1)
            warnings.show(.battery(10, Self.ann, at: .now))
            expect(Self.texts(bench), is: [])
            warnings.show(.battery(80, Self.ann, at: .now))
            warnings.show(.battery(20, Self.ann, at: .now))
            expect(Self.texts(bench).count, is: 1)
        }

        @LoopActor
        @Test func `each phone has its own text, under whatever name`() throws {
            let (bench, warnings) = try Self.warnings(20)
            warnings.show(.battery(20, Self.ann, at: .now))
            warnings.show(.battery(5, Self.bob, at: .now))
            warnings.show(.battery(15, Self.ann.called("Anna"), at: .now))
            expect(Self.texts(bench).count, is: 2)
            warnings.show(.battery(90, Self.ann.called("Anna"), at: .now))
            expect(Self.texts(bench), is: ["Bob's iPhone: battery low, 5 %"])
        }

        @LoopActor
        @Test func `without a limit there is no text, and an earlier one disappears`() throws {
            let (bench, warnings) = try Self.warnings(nil)
            warnings.show(.battery(1, Self.ann, at: .now))
            expect(Self.texts(bench), is: [])
            warnings.limit = 30
            expect(Self.texts(bench).count, is: 1, "as soon as there is a limit")
            warnings.limit = nil
            expect(Self.texts(bench), is: [])
            warnings.show(.phone(.disconnected, Self.ann, at: .now))
            warnings.limit = 30
            expect(Self.texts(bench), is: [], "the level of a phone that left is stale")
        }

        @LoopActor
        @Test func `any number of phones needs a bounded memory`() throws {
            let (bench, warnings) = try Self.warnings(20)
            for number in 0..<1_000 {
                warnings.show(.battery(3, PhoneName("\(number)", bond: "\(number)"), at: .now))
            }
            expect(Self.texts(bench).count, is: TextController.limit)
        }
    }
}
