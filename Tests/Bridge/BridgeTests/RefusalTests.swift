import ANCS
import Expecting
import Linux
import Notices
import Radio
import Support
import Testing

extension BridgeTests {
    /// The phone refuses a request with each error there is.
    struct Refusals {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"
        private static let codes: [UInt8] = [
            0x01, 0x03, 0x05, 0x08, 0x0A, 0x0C, 0x0E, 0x0F, 0x80, 0x81, 0xA0, 0xA1, 0xA2, 0xA3,
            0xFF,
        ]

        /// What a phone is said to be doing that refuses like this.
        private static func state(_ code: UInt8) -> PhoneState? {
            switch code {
            case 0x03: .notShared
            case 0x05, 0x08, 0x0C, 0x0F: .notSecure
            default: nil
            }
        }

        @LoopActor
        @Test(arguments: codes)
        func `the first request is refused`(code: UInt8) async throws {
            let script = Script(
                behaviour: #""error": {"code": \#(code), "count": 1}"#,
                existing: Sample.several(3)
            ).at(2, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            let between = Self.state(code).map { [$0] } ?? []
            expect(bench.ledger.states[Self.phone], is: [.connected] + between + [.ready])
            bench.stop()
        }

        @LoopActor
        @Test(arguments: codes)
        func `a request for a notification is refused`(code: UInt8) async throws {
            let refused = Sample("refused")
            let script = Script(existing: Sample.several(3))
                .at(2, .set(#""error": {"code": \#(code), "count": 1}"#), .add(refused))
                .at(20, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            var expected = script.held
            if [0xA0, 0xA1, 0xA2].contains(code) {
                expected.removeAll { $0.texts[0] == refused.title }
            }
            #expect(await bench.plays())
            let shown = bench.ledger.facts.filter { !$0.isIncomplete }
            expect(shown.counted, is: expected.counted)
            // What the phone says it cannot tell is at least there.
            let isBare = code == 0xA0 || code == 0xA1
            expect(bench.ledger.facts.count, is: shown.count + (isBare ? 1 : 0))
            let between = Self.state(code).map { [$0, .ready] } ?? []
            expect(bench.ledger.states[Self.phone], is: [.connected, .ready] + between)
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: codes)
        func `the request for an app's name is refused`(code: UInt8) async throws {
            let script = Script(existing: Sample.several(3)).at(20, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            var asked = 0
            bench.radio.fate = { request in
                guard request.first == 1 else { return .reachesPhone }
                asked += 1
                return asked == 1 ? .isRefused(AttributeError(rawValue: code)) : .reachesPhone
            }
            await bench.expectToShow(script, ignoringAppNames: true)
            // Only a phone that is not ready to tell, or whose service is gone, is asked once more.
            let isToBeAsked = Self.state(code) != nil || code == 0x01 || code == 0x0A
            expect(asked, is: (isToBeAsked ? 2 : 1))
            let names = bench.ledger.facts.compactMap(\.appName)
            #expect(names.isEmpty != isToBeAsked)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: codes)
        func `a call whose request is refused rings`(code: UInt8) async throws {
            let call = Sample.call("call", from: "Davidson Ro", category: .incomingCall)
            let script = Script(existing: Sample.several(1))
                .at(2, .set(#""error": {"code": \#(code), "count": 1}"#), .add(call))
                .at(30, .remove("call"))
            let bench = try BridgeBench(script)
            #expect(await bench.plays())
            #expect(bench.ledger.problems.isEmpty)
            let story = bench.ledger.stories.first { $0.chapters.first == "ringing CALL" }
            if code == 0xA2 {
                // The phone says that there is no call any more.
                expect(story?.chapters, is: ["ringing CALL", "ended CALL"])
            } else {
                expect(story?.chapters.last, is: "ended CALL")
                let isBare = code == 0xA0 || code == 0xA1
                expect(story?.title, is: (isBare ? "" : "Davidson Ro"))
            }
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [0x0E, 0x81] as [UInt8])
        func `a phone that refuses everything for a while`(code: UInt8) async throws {
            let script = Script(
                behaviour: #""error": {"code": \#(code)}"#, existing: Sample.several(3)
            ).at(10, .set(#""error": null"#), .disconnect(seconds: 1))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            bench.stop()
        }
    }
}
