import ContractSupport
import Expecting
import RecordedLines
import Testing

@testable import Control

/// Requests, right and wrong ones, against what was recorded of them.
struct RecordedRequestTests {
    /// Each request with its fields, of which each has a value that is right; the first `needed` cannot be left out.
    private static let requests:
        [(word: String, needed: Int, fields: [(name: String, value: String)])] = [
            ("status", 0, []), ("phones", 0, []), ("apps", 0, []), ("reload", 0, []),
            ("code", 0, [("wait", "60")]),
            (
                "tail", 0,
                [
                    ("recent", "5"), ("categories", #"["email","social"]"#),
                    ("apps", #"["Mail","com.example"]"#), ("phones", #"["Mara's iPhone"]"#),
                    ("source", "true"), ("board", "true"), ("range", "true"),
                ]
            ),
            ("act", 1, [("action", #""clear""#), ("notice", #""004hmasw9nf6y""#)]),
            ("media", 1, [("command", #""pause""#), ("phone", #""5a0c93e1""#)]),
            ("pair", 0, [("method", #""passkey""#), ("seconds", "60")]),
            ("reply", 1, [("yes", "true")]),
            ("forget", 1, [("phone", #""Mara's iPhone""#)]),
            (
                "mute", 1,
                [
                    ("app", #""Mail""#), ("until", #""2026-11-23T18:00:00+01:00""#),
                    ("seconds", "60"),
                ]
            ),
            ("unmute", 0, [("app", #""Mail""#), ("all", "true")]),
            ("test_port", 1, [("port", #""sign""#)]),
            ("test_displays", 0, [("display", #""lcd""#)]),
            ("test_outlet", 1, [("outlet", #""led""#)]),
            ("beacons", 0, [("listen", "5")]),
            (
                "broadcast", 3,
                [
                    ("uuid", #""e2c56db5-dffb-48d2-b060-d0f5a71096e0""#), ("major", "1"),
                    ("minor", "65535"), ("power", "-59"), ("interval", "100"),
                ]
            ),
            (
                "companion", 3,
                [
                    ("name", #""mqtt""#), ("works", "true"), ("words", #""all is well""#),
                    ("since", #""2026-11-23T18:00:00+01:00""#), ("trouble", #""was away""#),
                    ("waiting", "3"), ("lost", "4"),
                ]
            ),
            (
                "show", 0,
                [
                    ("text", #""Tea\nnow""#), ("seconds", "60"), ("level", #""urgent""#),
                    ("clear", "true"),
                ]
            ),
            (
                "outbox", 0,
                [
                    ("begin", "true"), ("agreed", "0"), ("received", "7"), ("refused", "true"),
                    ("limit", "500"), ("wait", "60"),
                ]
            ),
            (
                "history", 0,
                [
                    ("words", #""see you""#), ("since", #""2026-11-23T18:00:00+01:00""#),
                    ("until", #""2026-11-24T18:00:00+01:00""#), ("calls", "true"), ("limit", "200"),
                    ("before", #""7""#), ("codes", #""hide""#),
                ]
            ),
            ("stats", 0, [("since", #""a""#), ("until", #""b""#), ("as", #""svg""#)]),
        ]

    /// What stands in place of a right value.
    private static let others = [
        "null", "true", "false", "0", "1", "-1", "65536", "9223372036854775807",
        "9223372036854775808", "1.5", "1e400", #""""#, #""clear""#, #""x\u0000\u001b\u202ey""#,
        "[]",
        #"["a",""]"#, #"["a",7]"#, "{}", "[[[[[0]]]]]",
        "\"\(String(repeating: "long", count: 100))\"",
        "\"\(String(repeating: "long", count: 300))\"",
    ]

    private static func line(_ word: String, _ fields: [(name: String, value: String)]) -> String {
        let members = [("do", "\"\(word)\"")] + fields
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static let lines: [String] = {
        var lines = [
            "", "{", "[]", "7", "{}", #"{"do":7}"#, #"{"do":null}"#, #"{"do":""}"#,
            #"{"do":"stauts"}"#, #"{"do":"Status"}"#, #"{"do":"status"} x"#,
            #"{"do":"status","do":"phones"}"#, #"{"do":"status","id":1,"id":2}"#,
            #"{"id":"a\nb","do":"status"}"#, #"{"do":"status","id":9223372036854775807}"#,
            #"{"do":"status","id":1.5}"#, #"{"do":"status","id":true}"#,
            #"{"do":"status","id":""}"#,
            #"{"id":-1,"do":"what"}"#, #"{"id":null,"do":"status"}"#,
        ]
        for (word, needed, fields) in requests {
            lines.append(line(word, fields))
            lines.append(line(word, fields + [("idd", "1")]))
            for count in 0...fields.count { lines.append(line(word, Array(fields.prefix(count)))) }
            for (place, field) in fields.enumerated() {
                let before = fields.prefix(needed).filter { $0.name != field.name }
                lines.append(line(word, before + [field]))
                lines.append(line(word, before + [field, field]))
                lines.append(line(word, before + [(field.name + "s", field.value)]))
                for other in others { lines.append(line(word, before + [(field.name, other)])) }
                for second in fields[(place + 1)...]
                where !before.contains(where: { $0.name == second.name }) {
                    lines.append(line(word, before + [second, field]))
                    lines.append(line(word, before + [field, (second.name, "{}")]))
                }
            }
        }
        return lines
    }()

    /// What is read from a line, written again; or what is wrong with it.
    private static func outcome(of line: String) -> String {
        do throws(ControlMessage.Mistake) {
            let message = try ControlMessage(parsing: Array(line.utf8), number: 3)
            let right = "\(type(of: message.request).right)"
            return right + " " + String(decoding: message.line.dropLast(), as: UTF8.self)
        } catch {
            return "wrong" + (error.id.map { " \($0)" } ?? "") + " \(error.sentence)"
        }
    }

    @Test func `each request is read, written and refused as it was recorded`() throws {
        try expect(
            Self.lines.flatMap { ["> \($0)", "< \(Self.outcome(of: $0))"] },
            areRecordedIn: "Recorded/requests")
    }

    @Test func `every field of every request is in what was recorded`() {
        expect(allRequests.map { $0.word }, is: RequestTable.words)
        for (word, fields) in allRequests.map({ ($0.word, Set($0.fieldNames)) }) {
            let recorded = Self.requests.first { $0.word == word }?.fields.map(\.name)
            expect(recorded.map(Set.init), is: fields, "\(word)")
        }
    }
}
