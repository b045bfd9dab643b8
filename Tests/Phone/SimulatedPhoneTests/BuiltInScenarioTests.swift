import Expecting
import JSON
import Testing

@testable import SimulatedPhone

struct BuiltInScenarioTests {
    @Test func `every scenario of the program can be played`() {
        expect(
            Scenario.builtIn.map(\.name),
            is: [
                "demo", "flood", "two-phones", "bad-phone", "reconnect", "beacons",
                "real-phones", "late-services", "no-mtu-answer", "collision", "media",
            ])
        for (name, scenario) in Scenario.builtIn {
            #expect(!scenario.description.isEmpty, "\(name)")
            #expect(scenario.phones.contains { !$0.timeline.isEmpty }, "\(name)")
        }
        expect(Scenario.demo.phoneNames, is: ["Mara's iPhone"])
    }

    @Test
    func `a scenario cut anywhere is refused`() {
        var text = PackageResources.reconnect_json
        while text.last == UInt8(ascii: "\n") { text.removeLast() }
        for length in 0..<text.count {
            let error = #expect(throws: ScenarioError.self) {
                try Scenario(parsing: Array(text[..<length]), file: "demo.json")
            }
            expect(error?.description.hasPrefix("demo.json:\(error?.line ?? 0):"), is: true)
        }
    }

    @Test
    func `a scenario with anything wrong in it never crashes the reader`() {
        var random = SeededRandom(seed: 11)
        let texts = [
            PackageResources.demo_json, PackageResources.bad_phone_json,
            PackageResources.reconnect_json, PackageResources.beacons_json,
            PackageResources.media_json,
        ]
        let pieces = ["", "-", "0", "null", "\"", "{", "]", ":", "1e308", "\u{0}", "é", "7", "."]
        var refused = 0
        for round in 0..<1_000 {
            var text = texts[round % texts.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let start = Int.random(in: 0..<text.count, using: &random)
                let end = min(text.count, start + Int.random(in: 0...12, using: &random))
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                text.replaceSubrange(start..<end, with: Array(piece.utf8))
            }
            do throws(ScenarioError) {
                _ = try Scenario(parsing: text, file: "f")
            } catch {
                #expect(error.description.hasPrefix("f:"))
                refused += 1
            }
        }
        #expect(refused > 500)
    }

    @Test func `the demo shows what a newcomer should see`() throws {
        let phone = Scenario.demo.phones[0]
        expect(phone.behaviour.mtu, is: 185)
        #expect(Scenario.demo.end > .seconds(14) && Scenario.demo.end < .seconds(16))
        #expect(!phone.existing.isEmpty)
        expect(phone.arrival, is: .zero)

        var times: [String: Duration] = [:]
        var removals: [String: Duration] = [:]
        var texts: [String: NotificationText] = [:]
        for step in phone.timeline {
            switch step.action {
            case .add(let addition):
                times[addition.name] = step.time
                texts[addition.name] = addition.text
            case .remove(let name): removals[name] = step.time
            default: break
            }
        }
        let rang = try #require(times["davidson"])
        let ended = try #require(removals["davidson"])
        let missed = try #require(times["davidson-missed"])
        expect(ended - rang, is: .seconds(3))
        #expect(missed > ended && missed - ended <= .milliseconds(50))
        expect(texts["davidson"]?.title, is: Array("Davidson Ro".utf8))
        expect(texts["plan"]?.message?.count, is: 2_000)
        expect(texts["invoice"]?.message, is: Array("Loading…".utf8))
        let categories = Set(texts.values.compactMap { $0.category?.rawValue })
        #expect(categories.isSuperset(of: [0, 1, 2, 3, 4, 5, 6, 7, 12]))
    }
}
