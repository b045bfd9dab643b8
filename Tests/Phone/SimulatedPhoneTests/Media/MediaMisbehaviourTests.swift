import Expecting
import Testing

@testable import SimulatedPhone

/// Phones whose media service is not as it should be.
struct MediaMisbehaviourTests {
    private static func host(
        _ behaviour: String, steps: [String] = []
    ) throws -> MediaHost {
        var media = try MediaHost(behaviour: behaviour, steps: steps)
        media.connect()
        media.subscribe()
        return media
    }

    static let values: [(String, [String], String)] = [
        ("{}", ["0.1 1,1.0,10.000", "0.2 0.25", "2.2 One", "2.3 200.000"], "a good phone"),
        (#"{"values": "empty"}"#, ["0.1 ", "0.2 ", "2.2 ", "2.3 "], "no values"),
        (
            #"{"values": "comma"}"#, ["0.1 1,1,0,10,000", "0.2 0,25", "2.2 One", "2.3 200,000"],
            "another decimal sign"
        ),
        (
            #"{"first_elapsed": "-3.5"}"#,
            ["0.1 1,1.0,-3.5", "0.2 0.25", "2.2 One", "2.3 200.000"], "a time before the start"
        ),
        (
            #"{"first_elapsed": {"hex": "ff"}}"#,
            ["0.1 1,1.0,\u{FFFD}", "0.2 0.25", "2.2 One", "2.3 200.000"], "no time"
        ),
        (#"{"volume": "2.5"}"#, ["0.1 1,1.0,10.000", "0.2 2.5", "2.2 One", "2.3 200.000"], "loud"),
        (
            #"{"volume": "abc"}"#, ["0.1 1,1.0,10.000", "0.2 abc", "2.2 One", "2.3 200.000"],
            "no number"
        ),
        (
            #"{"whole": "withheld"}"#,
            ["0.1! 1,1.0,10.000", "0.2! 0.25", "2.2! One", "2.3! 200.000"], "marked as cut"
        ),
        (
            #"{"copies": 2}"#,
            [
                "0.1 1,1.0,10.000", "0.1 1,1.0,10.000", "0.2 0.25", "0.2 0.25", "2.2 One",
                "2.2 One", "2.3 200.000", "2.3 200.000",
            ], "twice"
        ),
    ]

    @Test(arguments: values)
    func `values are as bad as they should be`(
        behaviour: String, expected: [String], why: String
    ) throws {
        var media = try Self.host(behaviour)
        let updates = media.register("00 01 02") + media.register("02 02 03")
        expect(updates, is: expected, "\(why)")
    }

    @Test func `only the first elapsed time of a link is wrong`() throws {
        var media = try Self.host(#"{"first_elapsed": "86401"}"#)
        expect(media.register("00 01"), is: ["0.1 1,1.0,86401"])
        expect(media.command(1), is: ["0.1 0,0.0,10.000"])
        expect(media.whole("00 01"), is: Array("0,0.0,10.000".utf8))
        media.connect()
        media.subscribe()
        expect(media.register("00 01"), is: ["0.1 0,0.0,86401"])
    }

    @Test func `a volume that lies does so whatever is done`() throws {
        var media = try Self.host(#"{"volume": "abc"}"#)
        expect(media.register("00 02"), is: ["0.2 abc"])
        expect(media.command(5), is: [])
        expect(media.whole("00 02"), is: Array("abc".utf8))
    }

    @Test func `registrations fail as often as they should`() throws {
        var media = try Self.host(#"{"error": {"code": "0xA2", "count": 2}}"#)
        expect(media.ask("12 1a00 02 02"), is: "01 12 1a 00 a2")
        expect(media.ask("12 1600 00"), is: "13", "commands do not")
        expect(media.ask("12 1a00 02 02"), is: "01 12 1a 00 a2")
        expect(media.register("02 02"), is: ["2.2 One"])
        media = try Self.host(#"{"error": {"code": 161}}"#)
        for _ in 0..<3 { expect(media.ask("12 1a00 02 02"), is: "01 12 1a 00 a1") }
    }

    @Test func `subscriptions are refused, or have no descriptor at all`() throws {
        var media = try MediaHost(behaviour: #"{"subscription": "refused"}"#)
        media.connect()
        expect(media.subscribe(), is: ["01 12 18 00 0a", "01 12 1c 00 0a"])
        expect(media.ask("12 1a00 02 02"), is: "01 12 1a 00 a0")
        media = try MediaHost(behaviour: #"{"subscription": "missing"}"#)
        media.connect()
        expect(media.ask("04 1700 1900"), is: "05 01 17 00 00 29 19 00 03 28")
        expect(media.subscribe(), is: ["01 12 18 00 01", "01 12 1c 00 01"])
        expect(media.ask("0a 1900")?.hasPrefix("0b 98 1a 00"), is: true, "the rest stays")
        expect(media.ask("12 1e00 02 02"), is: "13", "values can be read")
        expect(media.ask("0a 1e00"), is: "0b 4f 6e 65")
    }

    @Test func `the rest of a value is withheld or refused`() throws {
        let title = #"{"queue": [{"title": {"repeat": "a", "bytes": 300}}]}"#
        for (whole, expected) in [("given", 300), ("withheld", 179), ("refused", nil)] {
            var media = try MediaHost(title, behaviour: #"{"whole": "\#(whole)"}"#)
            media.connect()
            media.subscribe()
            #expect(media.register("02 02").first?.hasPrefix("2.2! ") == true)
            expect(media.ask("12 1e00 02 02"), is: "13")
            if let expected {
                expect(media.whole("02 02")?.count, is: expected, "\(whole)")
            } else {
                expect(media.ask("0a 1e00"), is: "01 0a 1e 00 a2", "\(whole)")
            }
        }
    }

    @Test func `a player changes as often in a minute as it should`() throws {
        for count in [1, 60, 600] {
            var media = try Self.host(#"{"changes": \#(count)}"#)
            _ = media.register("02 02")
            let updates = media.pass(.seconds(60))
            #expect((count - 1...count).contains(updates.count), "\(count): \(updates.count)")
            expect(Set(updates).isSubset(of: ["2.2 One", "2.2 Two"]), is: true)
        }
    }

    @Test func `misbehaviour begins and ends with steps`() throws {
        var media = try Self.host(
            "{}",
            steps: [
                #""set": {"media": {"values": "comma", "volume": "9"}}"#,
                #""set": {"media": {"volume": null}}"#, #""set": {"media": null}"#,
                #""set": {"media": {"changes": 6000}}"#, #""set": {"media": {"changes": null}}"#,
                #""media": null"#,
            ])
        expect(media.play(0), is: [], "what is sent is as before")
        expect(media.register("00 02"), is: ["0.2 9"])
        _ = media.play(1)
        expect(media.command(5), is: ["0.2 0,3125"])
        _ = media.play(2)
        expect(media.command(6), is: ["0.2 0.25"])
        _ = media.register("02 02")
        _ = media.play(3)
        #expect(media.pass(.seconds(1)).count > 90)
        _ = media.play(4)
        expect(media.pass(.seconds(10)), is: [])
        _ = media.play(3)
        _ = media.play(5)
        expect(media.pass(.seconds(10)), is: [], "no player, no tracks")
        expect(media.host.phone.nextDue, is: nil)
    }

    @Test func `a flood does not fill the memory of a phone that cannot send`() throws {
        let media = try Self.host(#"{"copies": 100}"#)
        var phone = media.host.phone
        for number in 0..<100 {
            let time = media.host.now
            phone.receive(hex("12 1a00 00 00 01 02 03"), at: time)
            if number % 10 == 9 { _ = phone.nextPacket(at: time.time) }
        }
        var packets = 0
        while phone.nextPacket(at: .zero) != nil { packets += 1 }
        #expect(packets <= PacketOutbox.valueLimit + 200)
        #expect(packets > PacketOutbox.valueLimit)
    }

    static let mistakes: [(String, String)] = [
        ("7", ": must be an object, not a number"),
        (#"{"value": "right"}"#, #".value: there is no such field; did you mean "values"?"#),
        (#"{"error": 7}"#, ".error: must be an object, not a number"),
        (
            #"{"subscription": "none"}"#,
            #".subscription: "none" is not a way to treat subscriptions; "#
                + "allowed: working, refused, missing"
        ),
        (
            #"{"values": "wrong"}"#,
            #".values: "wrong" is not an appearance of values; allowed: right, empty, comma"#
        ),
        (
            #"{"whole": true}"#, ".whole: must be a string, not true"
        ),
        (#"{"copies": 101}"#, ".copies: must be a whole number from 1 to 100, not 101"),
        (#"{"changes": 0}"#, ".changes: must be a whole number from 1 to 6000, not 0"),
        (
            #"{"volume": 2.5}"#,
            ".volume: must be a string or an object with repeat and bytes, or with hex, not a number"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake about the behaviour of media is named`(media: String, expected: String) {
        let text =
            "{\"format\": 1, \"phones\": [{\"name\": \"A\", \"behaviour\":\n{\"media\": \(media)}}]}"
        let error = #expect(throws: ScenarioError.self) {
            try Scenario(parsing: Array(text.utf8), file: "demo.json")
        }
        expect(error?.description, is: "demo.json:2: phones[0].behaviour.media" + expected)
    }
}
