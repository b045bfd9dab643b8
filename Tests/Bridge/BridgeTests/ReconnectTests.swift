import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Links break at any moment; what is on the phone is shown once all the same.
    struct Reconnect {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"
        private static let lost = Sample("lost")
        private static let ring = Sample.call("ring", from: "Davidson Ro", category: .incomingCall)
        private static let missed = Sample.call(
            "missed", from: "Davidson Ro", category: .missedCall)

        private static let changing: Script = {
            let mail = Sample("mail", "Loading…").with {
                ($0.app, $0.appName, $0.category) = ("com.apple.mobilemail", "Mail", 6)
            }
            let loaded = mail.with { $0.message = Array("All of the mail.".utf8) }
            return Script(existing: Sample.several(3) + [lost, mail])
                .at(0.3, .add(Sample("fresh"))).at(0.6, .add(ring)).at(1.5, .remove("ring"))
                .at(1.55, .add(missed)).at(1.8, .modify(loaded)).at(1.9, .remove("lost"))
        }()

        @LoopActor
        @Test func `after the Nth packet, for every N`() async throws {
            var unbroken = 0
            try await forEach(in: 1...120) { number in
                var script = Self.changing
                script.behaviour = #""drop": {"after": \#(number), "for": 0.5}"#
                let bench = try BridgeBench(script, seed: UInt64(number))
                await bench.expectToShow(
                    script, ignoringAppNames: true, afterwards: .seconds(45), "packet \(number)")
                if bench.radio.links.count == 1 { unbroken += 1 }
                #expect(bench.radio.links.count <= 2)
                bench.stop()
            }
            #expect(unbroken > 0, "the scenario has more packets than were tried")
            #expect(unbroken < 60, "hardly any link broke")
        }

        @LoopActor
        @Test func `after the Nth packet of a small link, for many N`() async throws {
            try await forEach(in: stride(from: 30, to: 230, by: 7)) { number in
                var script = Self.changing
                script.members = [#""mtu": 23"#]
                script.behaviour = #""drop": {"after": \#(number), "for": 0.5}"#
                let bench = try BridgeBench(script, seed: UInt64(number))
                await bench.expectToShow(
                    script, ignoringAppNames: true, afterwards: .seconds(45), "packet \(number)")
                bench.stop()
            }
        }

        @LoopActor
        @Test(arguments: ["renumbered", "kept"])
        func `handles that mean something else afterwards`(uids: String) async throws {
            let script = Script(
                behaviour: #""uids": "\#(uids)", "first_uid": 7"#,
                existing: [Self.lost] + Sample.several(4)
            ).at(2, .disconnect(seconds: 3)).at(3, .remove("lost"), .add(Sample("found")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            let stories = bench.ledger.stories.counted
            #expect(stories[Ledger.Story("This is lost", "added SOCIAL", "removed SOCIAL")] == 1)
            expect(stories.values.reduce(0, +), is: 6)
            expect(
                bench.ledger.states[Self.phone],
                is: [.connected, .ready, .disconnected, .connected, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `handles that begin again after the last one there is`() async throws {
            let script = Script(
                behaviour: #""first_uid": 4294967294"#, existing: Sample.several(4)
            ).at(1, .disconnect(seconds: 1))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            expect(bench.ledger.order.count, is: 4)
            bench.stop()
        }

        @LoopActor
        @Test func `two phones that use the same handles`() async throws {
            let mara = Script(existing: Sample.several(10, named: "mara"))
                .at(1, .remove("mara-3"), .disconnect(seconds: 1)).at(4, .remove("mara-4"))
            let theo = Script(
                name: "Theo's iPad", bond: "theo", existing: Sample.several(10, named: "theo")
            ).at(1, .add(Sample("theo-fresh"))).at(4, .remove("theo-5"))
            let bench = try BridgeBench(mara, theo)
            await bench.expectToShow(mara, theo, afterwards: .seconds(45))
            expect(bench.ledger.order.count, is: 21)
            bench.stop()
        }

        @LoopActor
        @Test func `two phones of one name`() async throws {
            let one = Script(existing: Sample.several(5, named: "one"))
            var two = Script(bond: "theo", existing: Sample.several(5, named: "two"))
            two.members = [#""arrives": 1"#]
            let bench = try BridgeBench(one, two)
            _ = await bench.plays()
            // The one that came later has a number after its name.
            two.name = "Mara's iPhone (2)"
            expect(bench.ledger.facts.counted, is: (one.held + two.held).counted)
            bench.stop()
        }
    }
}
