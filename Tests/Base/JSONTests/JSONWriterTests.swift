import Expecting
import JSON
import Testing

struct JSONWriterTests {
    @Test func `objects and arrays are written on one line`() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("event", "added")
            writer.member("uid", UInt32.max)
            writer.member("least", Int64.min)
            writer.member("incomplete", false)
            writer.key("subtitle")
            writer.null()
            writer.array("flags") { writer in
                writer.value("silent")
                writer.object { _ in }
                writer.value(0.5)
                writer.value(Double.infinity)
            }
            writer.object("call") { writer in
                writer.member("state", "ringing")
            }
        }
        writer.endLine()
        writer.array { _ in }
        expect(
            String(decoding: writer.bytes, as: UTF8.self),
            is: """
                {"event":"added","uid":4294967295,"least":-9223372036854775808,\
                "incomplete":false,"subtitle":null,"flags":["silent",{},0.5,null],\
                "call":{"state":"ringing"}}
                []
                """)
        writer.removeAll()
        writer.value(true)
        expect(writer.bytes, is: Array("true".utf8))
    }

    @Test func `what another writer has written is a value like others`() {
        var part = JSONWriter()
        part.object { part in
            part.member("b", "\"")
        }
        var writer = JSONWriter()
        writer.array { writer in
            writer.value(written: part.bytes)
            writer.value(written: "null".utf8)
            writer.value(1)
        }
        expect(String(decoding: writer.bytes, as: UTF8.self), is: #"[{"b":"\""},null,1]"#)
    }

    @Test func `every character that a terminal might obey is escaped and no other`() throws {
        let dangerous: [ClosedRange<UInt32>] = [
            0x00...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F,
            0x2028...0x202E, 0x2066...0x2069,
        ]
        for number in UInt32(0)...0x1_1000 {
            guard let scalar = Unicode.Scalar(number) else { continue }
            var writer = JSONWriter()
            writer.value("a\(scalar)z")
            let escaped = String(decoding: writer.bytes, as: UTF8.self) != "\"a\(scalar)z\""
            expect(escaped, is: dangerous.contains { $0.contains(number) }, "U+\(number)")
            guard case .string(let back) = try JSONValue(parsing: writer.bytes).content else {
                Issue.record("not a string")
                return
            }
            #expect(back.unicodeScalars.elementsEqual("a\(scalar)z".unicodeScalars))
        }
    }

    @Test(arguments: [
        ("\u{1B}[31m", #""\u001b[31m""#, "an escape sequence"),
        ("line\nline\t\"\\", #""line\nline\t\"\\""#, "what has a short escape"),
        ("\u{9B}31m", #""\u009b31m""#, "the short form of an escape sequence"),
        ("a\u{202E}b\u{2069}", #""a\u202eb\u2069""#, "what turns the direction"),
        ("שלום 😀 ÂØâ", "\"שלום 😀 ÂØâ\"", "other writing stays"),
        ("", "\"\"", "no text"),
    ])
    func `a string is safe on a terminal`(text: String, expected: String, why: String) {
        var writer = JSONWriter()
        writer.value(text)
        expect(String(decoding: writer.bytes, as: UTF8.self), is: expected, "\(why)")
    }
}
