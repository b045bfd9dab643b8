import Control
import Expecting
import JSON
import Linux
import Testing

@testable import Wall

/// Whether all is well, in words of states.
struct WallHealthTests {
    private static let now = WallTime(milliseconds: 1_800_000_000_000)

    private static func phone(_ state: String, minutes: Int? = nil, name: String = "Mara") -> String
    {
        let since = minutes.map {
            ",\"since\":\"\(now.advanced(by: .seconds(-60 * $0)).timestamp)\""
        }
        return
            "{\"name\":\"\(name)\",\"phone_id\":\"5a0c93e1\",\"state\":\"\(state)\"\(since ?? "")}"
    }

    private static func health(
        _ radio: String, _ phones: [String], link: WallPicture.Link = .here
    ) throws -> WallHealth {
        let text =
            "{\"radio\":{\"state\":\"\(radio)\"},\"phones\":[\(phones.joined(separator: ","))]}"
        return WallHealth(
            StatusAnswer(gently: try JSONValue(parsing: Array(text.utf8))), link: link,
            alarm: .seconds(1_800), at: now)
    }

    private static let states:
        [(radio: String, phones: [String], troubles: [String], why: String)] = [
            ("listening", [phone("ready")], [], "all is well"),
            ("simulated", [phone("ready")], [], "a demo is well"),
            ("listening", [], [], "no phone was ever there"),
            ("off", [], ["phones cannot reach the radio: off"], "the radio is off"),
            ("starting", [], ["phones cannot reach the radio: starting"], "not yet"),
            ("listening", [phone("disconnected", minutes: 29)], [], "a walk"),
            ("listening", [phone("disconnected", minutes: 30)], ["a phone is"], "a long walk"),
            ("listening", [phone("disconnected")], [], "nobody knows since when"),
            ("listening", [phone("disconnected", minutes: -5)], [], "a clock that was set back"),
            (
                "listening", [phone("not_shared", minutes: 1)], ["a phone is"],
                "a person has to help"
            ),
            ("listening", [phone("nonsense", minutes: 99)], [], "a state of a later version"),
            (
                "off", [phone("disconnected", minutes: 99), phone("ready")],
                ["phones cannot reach", "a phone is"], "more than one trouble"
            ),
        ]

    @Test(arguments: states.indices)
    func `a state is well or in trouble`(_ index: Int) throws {
        let (radio, phones, troubles, why) = Self.states[index]
        let health = try Self.health(radio, phones)
        expect(health.isWell, is: troubles.isEmpty, "\(why)")
        for isKnown in [true, false] {
            let value = try JSONValue(parsing: health.json(naming: isKnown))
            let told = value.list("troubles").map { $0.said }
            expect(told.count, is: troubles.count, "\(why)")
            for (text, begin) in zip(told, troubles) { #expect(text.hasPrefix(begin), "\(why)") }
            expect(value.text("status"), is: troubles.isEmpty ? "ok" : "trouble", "\(why)")
            expect(
                value.list("phones").allSatisfy { $0.text("phone") != nil || !isKnown }, is: true)
            expect(
                value.list("phones").contains { $0.text("phone_id") != nil },
                is: isKnown && !phones.isEmpty)
        }
        #expect(!String(decoding: health.json(naming: false), as: UTF8.self).contains("Mara"))
    }

    @Test func `a bridge that is gone or says nothing is a trouble, whatever it said before`()
        throws
    {
        let gone = try Self.health(
            "listening", [Self.phone("ready")], link: .gone(since: Self.now, words: "w"))
        #expect(!gone.isWell)
        let silent = WallHealth(nil, link: .here, alarm: .seconds(60), at: Self.now)
        #expect(!silent.isWell)
        let value = try JSONValue(parsing: silent.json(naming: true))
        expect(value.text("bridge"), is: "gone")
        expect(value.list("troubles").map(\.said), is: ["the bridge is not there"])
    }

    @Test func `a centre is well where all its bridges are`() throws {
        func health(_ troubles: [Bool], link: WallPicture.Link = .here) -> CentralHealth {
            CentralHealth(
                link: link,
                troubles.enumerated().map {
                    FollowedBridge(name: "berlin/b\($0)", words: "w", isTrouble: $1)
                })
        }
        #expect(health([]).isWell && health([false, false]).isWell)
        #expect(!health([], link: .gone(since: Self.now, words: "w")).isWell)
        let ill = health([true, false])
        #expect(!ill.isWell)
        let value = try JSONValue(parsing: ill.json(naming: false))
        expect(value.list("troubles").map(\.said), is: ["1 of 2 bridges are silent"])
        #expect(!String(decoding: ill.json(naming: false), as: UTF8.self).contains("berlin"))
        #expect(String(decoding: ill.json(naming: true), as: UTF8.self).contains("berlin/b1"))
    }
}

extension JSONValue {
    fileprivate var said: String {
        if case .string(let text) = content { text } else { "?" }
    }
}
