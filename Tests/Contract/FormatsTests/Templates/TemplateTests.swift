import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Formats

/// Lines as a person wants them.
struct TemplateTests {
    private func line(
        _ template: String, _ event: BridgeEvent, _ charset: Charset = .utf8, width: Int = 250
    ) throws -> String? {
        let templates = Templates(notice: try Template(template))
        return templates.line(for: event, charset, upTo: width).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(
        arguments: [
            (
                "{label} {title}: {text}", Events.ordinary, "SOCIAL Zoe Müller: See you at eight?",
                "-"
            ),
            ("{label} {title}: {text}", Events.ringing, "CALL Davidson Ro: ringing", "a call"),
            (
                "{label} {title}: {text}", Events.missed,
                "MISSED Davidson Ro: missed after 1 min 5 s",
                "what became of it"
            ),
            ("{label} {title}: {text}", Events.ready, "PHONE Anna's iPhone: ready", "a phone"),
            ("{word} {who}", Events.ended, "RANG Davidson Ro", "the words of line"),
            ("{word} {who}", Events.removed, "GONE Zoe Müller", "the same"),
            ("{label:8}|", Events.mail, "MAIL    |", "padded behind"),
            ("{label:>8}|", Events.mail, "    MAIL|", "padded before"),
            ("{title:5}|", Events.mail, "Prin…|", "cut with a mark"),
            ("{title:.5}|", Events.mail, "Prin…|", "cut, never padded"),
            ("{label:.8}|", Events.mail, "MAIL|", "cut, never padded"),
            (
                "{title}{? ({subtitle})}", Events.mail, "Print Shop (Order 1042)",
                "a part that is there"
            ),
            ("{title}{? ({subtitle})}", Events.ordinary, "Zoe Müller", "a part that goes"),
            (
                "{?{app}{? / {subtitle}}: }{title}", Events.ordinary, "Messages: Zoe Müller",
                "a part in a part goes alone"
            ),
            (
                "{?{app} {subtitle}: }{title}", Events.ordinary, "Zoe Müller",
                "one that is empty is enough"
            ),
            ("{{{title}}} {{?}}", Events.mail, "{Print Shop} {?}", "braces themselves"),
            ("{app_id} {message_size}", Events.mail, "com.apple.mobilemail 4711", "the dictionary"),
            ("{ring} {call.ring_seconds} {call}", Events.missed, "65 65 missed", "short names"),
            ("{positive}/{negative}", Events.ringing, "Answer/Decline", "actions"),
            ("  {title}  ", Events.mail, "  Print Shop  ", "spaces stay"),
            ("– {title} → ", Events.mail, "– Print Shop → ", "any letters"),
        ] as [(String, BridgeEvent, String, Comment)])
    func `a template is filled in`(
        _ template: String, _ event: BridgeEvent, _ expected: String, _ why: Comment
    ) throws {
        try expect(line(template, event), is: expected, why)
    }

    @Test func `the time of day is that of the event here`() throws {
        let time = Events.at.local
        let day = try #require(try line("{day} {time} {clock}", Events.mail))
        #expect(day.hasSuffix(" \(time.clock) \(time.clock.prefix(5))"))
        #expect(day.hasPrefix("\(time.year)-"))
    }

    @Test(
        arguments: [
            ("", nil, "nothing is said"), ("  ", nil, "nothing but spaces is nothing"),
            ("{?{subtitle}}", nil, "all of it is gone"),
            ("{title:20}{subtitle}", "Zoe Muller          ", "letters of the charset"),
            ("{message}", "See you at eight?", "no mark where it fits"),
        ] as [(String, String?, Comment)])
    func `a line is as the device can show it`(
        _ template: String, _ expected: String?, _ why: Comment
    ) throws {
        try expect(line(template, Events.ordinary, .ascii, width: 20), is: expected, why)
    }

    @Test func `a line is never wider than the device, and ends with a mark where it is cut`()
        throws
    {
        for width in 1...60 {
            let line = try #require(
                try line("{label} {title}: {text}", Events.mail, .ascii, width: width))
            #expect(line.utf8.count <= width)
            #expect(line.utf8.count == width || line.hasSuffix("ready.") || line.hasSuffix("~"))
        }
    }

    @Test(
        arguments: [
            ("{titel}", 1, "did you mean title?"),
            ("a {xyzzy} b", 3, "Docs/reference/serial-formats.md lists them"),
            ("{title:0}", 1, "invalid width"), ("{title:251}", 1, "from 1 to 250"),
            ("{title:x}", 1, "invalid width"), ("{title:}", 1, "invalid width"),
            ("{title", 1, "without closing }"), ("ab {title{app}", 4, "without closing }"),
            ("a } b", 3, "} without {"), ("{?{title}", 1, "part without closing }"),
            ("{? words }", 1, "without a field"), ("{}", 1, "unknown field"),
            ("{?{?{?{?{?{title}}}}}}", 9, "4 parts can be nested"),
            ("a\tb", 2, "control character"),
            ("é {titel}", 3, "did you mean title?"),
        ] as [(String, Int, String)])
    func `a mistake is told with its column`(_ template: String, _ column: Int, _ words: String) {
        let error = #expect(throws: TemplateError.self) { try Template(template) }
        expect(error?.column, is: column, "\(error?.description ?? "")")
        expect(error?.description.contains(words), is: true, "\(error?.description ?? "")")
    }

    @Test func `a template is no longer than it may be`() throws {
        _ = try Template(String(repeating: "a", count: Template.limit))
        #expect(throws: TemplateError.self) {
            try Template(String(repeating: "a", count: Template.limit + 1))
        }
    }

    @Test func `nobody's braces disturb it`() {
        let pieces = ["{", "}", "?", ":", "title", "20", ">", ".", " ", "{{", "}}", "é", "\u{301}"]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for fourth in pieces {
                        let text = first + second + third + fourth
                        guard let template = try? Template(text) else { continue }
                        expect(template.source, is: text)
                    }
                }
            }
        }
    }

    @Test(arguments: Charset.allCases)
    func `no control byte of a title gets into a line`(_ charset: Charset) throws {
        let hostile: Words = "a\r\nb\u{1B}[2J\u{0}\u{85}\u{2028}\u{202E}c{title}\u{7F}\u{11}\u{13}"
        let event = Events.event(
            .added,
            Events.notice(title: hostile, subtitle: hostile, message: hostile))
        for template in [
            "{title}", "{title:30}", "{title:>30}", "{title:.9}", "{text}", "{message}",
        ] {
            let templates = Templates(notice: try Template(template))
            let line = try #require(templates.line(for: event, charset, upTo: 250))
            #expect(!line.contains { $0 < 0x20 || $0 == 0x7F }, "\(template)")
            if charset == .utf8 {
                let text = String(decoding: line, as: UTF8.self)
                #expect(!text.unicodeScalars.contains { $0.value == 0x2028 || $0.value == 0x202E })
            }
        }
        let file = TemplateFormat(Templates(notice: try Template("{title} {message}")))
        let lines = file.lines(for: event, columns: nil)
        #expect(lines.count { $0 == UInt8(ascii: "\n") } == 1 && lines.last == UInt8(ascii: "\n"))
    }

    @Test func `a file has a line of at most so many columns`() throws {
        let long = Words(Array(String(repeating: "word ", count: 10_000).utf8))
        let event = Events.event(.added, Events.notice(message: long))
        let file = TemplateFormat(Templates(notice: try Template("{message}{message}")))
        #expect(file.lines(for: event, columns: nil).count <= Templates.fileLimit + 3)
    }

    @Test func `the document names every field`() throws {
        let document = try Checkout.text("Docs/reference/serial-formats.md")
        let fields = try Checkout.text("Docs/reference/fields.md")
        for name in TemplateField.names {
            #expect(document.contains("`{\(name)}`") || fields.contains("| `\(name)` |"), "\(name)")
        }
    }
}
