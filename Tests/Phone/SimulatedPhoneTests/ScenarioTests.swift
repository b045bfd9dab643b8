import Expecting
import JSON
import Testing

@testable import SimulatedPhone

struct ScenarioTests {
    private static func complaint(_ text: String) -> String? {
        #expect(throws: ScenarioError.self) {
            try Scenario(parsing: Array(text.utf8), file: "demo.json")
        }?.description
    }

    @Test(arguments: [
        ("", "1:1: the text ends where a value is due"),
        ("[]", "1: must be an object, not an array"),
        ("{}", "1: format: this field is missing"),
        (#"{"format": 2}"#, "1: format: must be 1, the only supported format"),
        (#"{"format": "1"}"#, "1: format: must be 1, the only supported format"),
        (#"{"format": 1}"#, "1: phones: this field is missing"),
        (#"{"format": 1, "phones": {}}"#, "1: phones: must be an array, not an object"),
        (#"{"format": 1, "phones": []}"#, "1: phones: must have 1 to 16 phones, not 0"),
        (
            #"{"format": 1, "fones": []}"#,
            #"1: fones: there is no such field; did you mean "phones"?"#
        ),
        (
            #"{"format": 1, "description": 7, "phones": []}"#,
            "1: description: must be a string, not a number"
        ),
        ("{\"format\": 1,\n\"phones\": [\n7]}", "3: phones[0]: must be an object, not a number"),
        ("{\"format\": 1,\n\"phones\": [\n{}]}", "3: phones[0].name: this field is missing"),
        (
            "{\"format\": 1, \"phones\": [{\"name\": \"A\"},\n{\"name\": \"B\", \"bond\": \"phone-1\"}]}",
            #"2: phones[1]: has the bond "phone-1" of phones[0]; each phone needs its own"#
        ),
        (
            #"{"format": 1, "ends": 1, "phones": [{"name": "A", "arrives": 2}]}"#,
            "1: ends: is before the last event"
        ),
        (
            "{\"format\": 1,\n\"format\": 1}",
            #"2:1: the key "format" is in this object already"#
        ),
    ])
    func `a mistake in the whole is named`(text: String, expected: String) {
        expect(Self.complaint(text), is: "demo.json:" + expected)
    }

    @Test(arguments: [
        (#""name": """#, "2: phones[0].name: must have 1 to 248 bytes, not 0"),
        (#""name": "A", "bond": """#, "2: phones[0].bond: must have 1 to 64 bytes, not 0"),
        (
            #""name": "A", "mtu": 22"#,
            "2: phones[0].mtu: must be a whole number from 23 to 517, not 22"
        ),
        (
            #""name": "A", "mtu": 518"#,
            "2: phones[0].mtu: must be a whole number from 23 to 517, not 518"
        ),
        (
            #""name": "A", "arrives": -1"#,
            "2: phones[0].arrives: must be from 0.0 to 86400.0, not -1.0"
        ),
        (#""name": "A", "arrives": "1""#, "2: phones[0].arrives: must be a number, not a string"),
        (
            #""name": "A", "apps": {"org.a": 7}"#,
            #"2: phones[0].apps["org.a"]: must be the app's name, null (uninstalled) "#
                + "or false (unknown)"
        ),
        (
            #""name": "A", "apps": {"a\u0000b": "B"}"#,
            #"2: phones[0].apps["a\u0000b"]: an app's identifier has at most 255 bytes, "#
                + "none of them zero"
        ),
        (#""name": "A", "existing": 1"#, "2: phones[0].existing: must be an array, not a number"),
        (#""name": "A", "timeline": {}"#, "2: phones[0].timeline: must be an array, not an object"),
        (
            #""name": "A", "behavior": {}"#,
            #"2: phones[0].behavior: there is no such field; did you mean "behaviour"?"#
        ),
    ])
    func `a mistake about a phone is named`(fields: String, expected: String) {
        let text = "{\"format\": 1, \"phones\": [{\n\(fields)}]}"
        expect(Self.complaint(text), is: "demo.json:" + expected)
    }

    @Test(arguments: [
        (
            #""announcement": "all""#,
            #"announcement: there is no such field; did you mean "announce"?"#
        ),
        (#""fragment": 0"#, "fragment: must be a whole number from 1 to 514, not 0"),
        (
            #""fragment": "randm""#,
            #"fragment: "randm" is not a way to cut answers; did you mean "random"?"#
        ),
        (#""write_delay": "1""#, "write_delay: must be a number, not a string"),
        (#""write_delay": {"seconds": 1}"#, "write_delay.jitter: this field is missing"),
        (
            #""answer_delay": {"seconds": 1, "jitter": -1}"#,
            "answer_delay.jitter: must be from 0.0 to 86400.0, not -1.0"
        ),
        (#""fragment_delay": true"#, "fragment_delay: must be a number, not true"),
        (#""error": 162"#, "error: must be an object, not a number"),
        (#""error": {}"#, "error.code: this field is missing"),
        (
            #""error": {"code": 256}"#,
            "error.code: must be a whole number from 0 to 255, not 256"
        ),
        (
            #""error": {"code": "A2"}"#,
            #"error.code: must be a number from 0 to 255, or "0x00" to "0xff""#
        ),
        (
            #""error": {"code": "0x-1"}"#,
            #"error.code: must be a number from 0 to 255, or "0x00" to "0xff""#
        ),
        (
            #""error": {"code": 1, "count": 0}"#,
            "error.count: must be a whole number from 1 to 1000000, not 0"
        ),
        (#""silent": 1"#, "silent: must be true or false, not a number"),
        (#""mute": "yes""#, "mute: must be true or false, not a string"),
        (
            #""source": "stop""#,
            #"source: "stop" is not a state of Notification Source; did you mean "stopped"?"#
        ),
        (#""drop": {"after": 0}"#, "drop.after: must be a whole number from 1 to 1000000, not 0"),
        (#""drop": {"for": 1}"#, "drop.after: this field is missing"),
        (#""wrong_uid": "x""#, "wrong_uid: must be true or false, not a string"),
        (
            #""attributes": "sorted""#,
            #"attributes: "sorted" is not an order of attributes; "#
                + "allowed: asked, reversed, shuffled"
        ),
        (
            #""omit": "titel""#,
            #"omit: "titel" is not an attribute; did you mean "title"?"#
        ),
        (#""duplicate": 1"#, "duplicate: must be a string, not a number"),
        (#""extra": 7"#, "extra: must be a whole number from 8 to 255, not 7"),
        (
            #""answers": "thrice""#,
            #"answers: "thrice" is not a way to answer; did you mean "twice"?"#
        ),
        (#""service": 1"#, "service: must be true or false, not a number"),
        (
            #""announce": "few""#,
            #"announce: "few" is not a way to announce; allowed: all, some, none, unmarked"#
        ),
        (
            #""uids": "random""#,
            #"uids: "random" is not a way to number; allowed: renumbered, kept"#
        ),
        (
            #""first_uid": 4294967296"#,
            "first_uid: must be a whole number from 0 to 4294967295, not 4294967296"
        ),
        (#""sharing": []"#, "sharing: must be true or false, not an array"),
        (#""signal": 21"#, "signal: must be a whole number from -127 to 20, not 21"),
        (#""encryption": "never""#, "encryption: must be true or false, not a string"),
        (
            #""refusal": "authentication""#,
            #"refusal: "authentication" is not an error for links that are not encrypted; "#
                + "allowed: insufficient_authentication, insufficient_encryption"
        ),
    ])
    func `a mistake about behaviour is named`(fields: String, expected: String) {
        let start =
            "{\"format\": 1, \"phones\": [{\"name\": \"A\", \"behaviour\":\n{\(fields)}}]}"
        expect(Self.complaint(start), is: "demo.json:2: phones[0].behaviour." + expected)
        let later =
            "{\"format\": 1, \"phones\": [{\"name\": \"A\", \"timeline\":\n"
            + "[{\"at\": 0, \"set\": {\(fields)}}]}]}"
        expect(Self.complaint(later), is: "demo.json:2: phones[0].timeline[0].set." + expected)
    }

    @Test(arguments: [
        ("7", "existing[1]: must be an object, not a number"),
        (#"{"app": "org.a"}"#, "existing[1].name: this field is missing"),
        (#"{"name": "n"}"#, "existing[1].app: this field is missing"),
        (#"{"name": "", "app": "org.a"}"#, "existing[1].name: must have 1 to 64 bytes and no dot"),
        (
            #"{"name": "a.b", "app": "org.a"}"#,
            "existing[1].name: must have 1 to 64 bytes and no dot"
        ),
        (
            #"{"name": "first", "app": "org.a"}"#,
            "existing[1].name: another notification of this phone already has this name"
        ),
        (
            #"{"name": "n", "app": "org.b"}"#,
            "existing[1].app: must be an app of every iPhone, or one of the phone's apps"
        ),
        (
            #"{"name": "n", "app": "org.a", "titel": "x"}"#,
            #"existing[1].titel: there is no such field; did you mean "title"?"#
        ),
        (
            #"{"name": "n", "app": "org.a", "category": "incomming_call"}"#,
            #"existing[1].category: "incomming_call" is not a category; "#
                + #"did you mean "incoming_call"?"#
        ),
        (
            #"{"name": "n", "app": "org.a", "category": 256}"#,
            "existing[1].category: must be a whole number from 0 to 255, not 256"
        ),
        (
            #"{"name": "n", "app": "org.a", "flags": "silent"}"#,
            "existing[1].flags: must be an array of flags or a number from 0 to 255, "
                + "not a string"
        ),
        (
            #"{"name": "n", "app": "org.a", "flags": ["silent", "loud"]}"#,
            #"existing[1].flags[1]: "loud" is not a flag; allowed: silent, important, "#
                + "positive_action, negative_action, multimedia"
        ),
        (
            #"{"name": "n", "app": "org.a", "flags": 256}"#,
            "existing[1].flags: must be a whole number from 0 to 255, not 256"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": 7}"#,
            "existing[1].title: must be a string or an object with repeat and bytes, or with "
                + "hex, not a number"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": {"repeat": "x"}}"#,
            "existing[1].title.bytes: this field is missing"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": {"repeat": "", "bytes": 1}}"#,
            "existing[1].title.repeat: must not be empty"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": {"repeat": "x", "bytes": 65536}}"#,
            "existing[1].title.bytes: must be a whole number from 1 to 65535, not 65536"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": {"hex": "00", "bytes": 1}}"#,
            "existing[1].title: must have either hex, or repeat and bytes"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": {"hex": "0g"}}"#,
            "existing[1].title.hex: must be pairs of hexadecimal digits, with or without spaces"
        ),
        (
            #"{"name": "n", "app": "org.a", "title": {"hex": "00 1"}}"#,
            "existing[1].title.hex: the last byte has only one digit"
        ),
        (
            #"{"name": "n", "app": "org.a", "date": 7}"#,
            "existing[1].date: must be a string, not a number"
        ),
        (
            #"{"name": "n", "app": "org.a", "date": "-2 hours"}"#,
            "existing[1].date: must be an offset such as -90s, -5m, +2h or -3d"
        ),
        (
            #"{"name": "n", "app": "org.a", "date": "+"}"#,
            "existing[1].date: must be an offset such as -90s, -5m, +2h or -3d"
        ),
        (
            #"{"name": "n", "app": "org.a", "count": 100001}"#,
            "existing[1].count: must be a whole number from 1 to 100000, not 100001"
        ),
        (
            #"{"name": "n", "app": "org.a", "count": 100000}"#,
            "existing[1].name: a phone must not have more than 100000 notifications"
        ),
    ])
    func `a mistake about a notification is named`(notification: String, expected: String) {
        let text = """
            {"format": 1, "phones": [{"name": "A", "apps": {"org.a": "A"}, "existing": [
              {"name": "first", "app": "org.a"},
              \(notification)]}]}
            """
        expect(Self.complaint(text), is: "demo.json:3: phones[0]." + expected)
    }

    @Test(arguments: [
        ("7", "must be an object, not a number"),
        (
            #"{"at": 1}"#,
            "must have one of add, modify, remove, set, change, media, disconnect, send"
        ),
        (
            #"{"at": 1, "ad": {}}"#,
            #"[FIELD ad]there is no such field; did you mean "at"?"#
        ),
        (
            #"{"at": 1, "remove": "first", "set": {}}"#,
            "must have one action, not remove and set"
        ),
        (#"{"remove": "first"}"#, "[FIELD at]this field is missing"),
        (#"{"at": 0.5, "remove": "first"}"#, "[FIELD at]is earlier than the step before"),
        (
            #"{"at": 1e9, "remove": "first"}"#,
            "[FIELD at]must be from 0.0 to 86400.0, not 1000000000.0"
        ),
        (
            #"{"at": 1, "remove": "fist"}"#,
            #"[FIELD remove]there is no notification "fist" at this time; did you mean "first"?"#
        ),
        (
            #"{"at": 1, "remove": "gone"}"#,
            #"[FIELD remove]there is no notification "gone" at this time"#
        ),
        (
            #"{"at": 1, "remove": "first.active"}"#,
            #"[FIELD remove]there is no notification "first.active" at this time"#
        ),
        (
            #"{"at": 1, "modify": "gone", "title": "T"}"#,
            #"[FIELD modify]there is no notification "gone" at this time"#
        ),
        (
            #"{"at": 1, "modify": "first", "name": "x"}"#,
            "[FIELD name]there is no such field; allowed: at, unless_acted, modify, category, flags, app, title, "
                + "subtitle, message, date, positive, negative"
        ),
        (
            #"{"at": 1, "remove": "first", "title": "T"}"#,
            "[FIELD title]there is no such field; allowed: at, unless_acted, remove"
        ),
        (
            #"{"at": 1, "unless_acted": "frist", "remove": "first"}"#,
            #"[FIELD unless_acted]there is no notification "frist" at this time; did you mean "first"?"#
        ),
        (#"{"at": 1, "disconnect": 2}"#, "[FIELD disconnect]must be an object, not a number"),
        (#"{"at": 1, "disconnect": {}}"#, "[FIELD disconnect.for]this field is missing"),
        (#"{"at": 1, "send": {"hex": ""}}"#, "[FIELD send.on]this field is missing"),
        (
            #"{"at": 1, "send": {"on": "link", "hex": ""}}"#,
            "[FIELD send.hex]must have at least one byte"
        ),
        (
            #"{"at": 1, "send": {"on": "data_sauce", "hex": ""}}"#,
            #"[FIELD send.on]"data_sauce" is not a channel; did you mean "data_source"?"#
        ),
        (
            #"{"at": 1, "set": {"mtu": 1}}"#,
            "[FIELD set.mtu]must be a whole number from 23 to 517, not 1"
        ),
    ])
    func `a mistake about a step is named`(step: String, expected: String) {
        let text = """
            {"format": 1, "phones": [{"name": "A", "apps": {"org.a": "A"}, "existing": [
              {"name": "first", "app": "org.a"}, {"name": "gone", "app": "org.a"}],
              "timeline": [{"at": 1, "remove": "gone"},
              \(step)]}]}
            """
        let (field, sentence) =
            expected.hasPrefix("[FIELD ")
            ? (
                "." + expected.dropFirst(7).prefix { $0 != "]" },
                String(expected.drop { $0 != "]" }.dropFirst())
            ) : ("", expected)
        expect(Self.complaint(text), is: "demo.json:4: phones[0].timeline[1]\(field): \(sentence)")
    }

    @Test(arguments: [
        (#""2024""#, "2024"), (#""""#, ""), (#""now""#, "20231114T221320"),
        (#""-2h""#, "20231114T201320"), (#""+90s""#, "20231114T221450"),
        (#""-14d""#, "20231031T221320"), (#"{"hex": "ff"}"#, "\u{FFFD}"),
    ])
    func `dates are sent as the scenario says`(date: String, expected: String) throws {
        var host = try TestHost(existing: #"{"name": "n", "app": "org.a", "date": \#(date)}"#)
        host.begin()
        _ = host.write("00 00000000 05")
        let text = String(decoding: host.fragments.joined().dropFirst(8), as: UTF8.self)
        if expected.hasPrefix("2023") {
            // Hours depend on the zone of this machine, the length and the rest do not.
            expect(text.count, is: 15)
            expect(text.suffix(2), is: expected.suffix(2))
            expect(text.dropFirst(8).first, is: "T")
        } else {
            expect(text, is: expected)
        }
    }

    @Test func `texts can be repeated and raw`() throws {
        var host = try TestHost(
            existing: #"{"name": "n", "app": "org.a", "title": {"repeat": "ab", "bytes": 5}, "#
                + #""message": {"hex": "ff 00C3"}}"#)
        host.begin()
        _ = host.write("00 00000000 01 ffff 03 ffff")
        expect(host.answer, is: hexText(hex("00 00000000 01 0500 6162616261 03 0300 ff00c3")))
    }

    @Test func `a scenario ends when it says, or a little after the last thing`() throws {
        func end(_ fields: String) throws -> Duration {
            try Scenario(parsing: Array("{\"format\": 1, \(fields)}".utf8), file: "f").end
        }
        try expect(end(#""phones": [{"name": "A"}]"#), is: .seconds(1))
        try expect(end(#""ends": 9, "phones": [{"name": "A"}]"#), is: .seconds(9))
        try expect(
            end(
                #""phones": [{"name": "A"}, {"name": "B", "arrives": 2, "timeline": ["#
                    + #"{"at": 3, "disconnect": {"for": 4}}, {"at": 5, "set": {}}]}]"#),
            is: .seconds(8))
    }
}
