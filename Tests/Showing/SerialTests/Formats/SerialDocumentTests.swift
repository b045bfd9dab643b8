import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Formats
@testable import Serial

/// `Docs/reference/serial-formats.md` is a promise to other people's sketches: it must say what the code does.
struct SerialDocumentTests {
    static let document: String = {
        (try? Checkout.text("Docs/reference/serial-formats.md"))
            ?? ""
    }()

    @Test(arguments: SerialFormatName.allCases)
    func `every format has its section`(_ name: SerialFormatName) {
        #expect(Self.document.contains("\n## \(name.rawValue)\n"))
    }

    @Test func `the sentences in it are what is written`() {
        let lines = Self.document.split(separator: "\n").filter { $0.hasPrefix("    $CB") }
        let said = spokenText(.nmea, [Events.mail])
        expect(said, is: lines.map { $0.dropFirst(4) + "\r\n" }.joined())
        expect(lines.count, is: 2)
    }

    @Test func `the lines in it are what is written`() {
        let events = [
            Events.ready,
            .notice(.ringing, Events.call(.ringing, title: "Zoe Müller"), at: Events.at),
            .notice(.missed, Events.call(.missed, title: "Zoe Müller"), at: Events.at),
            Events.mail,
        ]
        for line in spokenText(.line, events).split(separator: "\r\n") {
            #expect(Self.document.contains("\n    \(line)\n"), "\(line)")
        }
    }

    @Test func `the lines of a small sign in it are what is written`() {
        var message = otherNotice(1, title: "Ada Okafor")
        message.message = Text("Are you home? I can hear your phone ring through the wall.")
        let events = [
            Events.ready, Events.ringing, Events.missed,
            .notice(.added, message, at: Events.at),
        ]
        let said = spokenText(.line, events, SerialStyle(width: 20, lineEnd: .lf))
        let lines = said.split(separator: "\n").map { line in
            "    " + line.reversed().drop { $0 == " " }.reversed() + "\n"
        }
        #expect(Self.document.contains("\n\n\(lines.joined())\n"), "\(lines.joined())")
    }

    @Test func `the caller in it is what is said`() {
        let local = Events.at.local
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let call = Events.event(.ringing, Events.call(.ringing, title: "+1 555 0100"))
        let said = spokenText(.modem, [call])
            .replacing("DATE = \(digits(local.month))\(digits(local.day))", with: "DATE = 0302")
            .replacing("TIME = \(digits(local.hour))\(digits(local.minute))", with: "TIME = 1004")
        let lines = said.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst()
        let block = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        #expect(said.hasPrefix("\r\nRING\r\n") && Self.document.contains("\n" + block))
    }

    @Test func `the module's words in it are what is said`() {
        var format = SerialFormatName.hm10.make(SerialStyle())
        let said = [Events.ready, Events.ringing].flatMap { format.packets(for: $0) }
        let requests = ["AT+ANCS0001199", "AT+ANCS0001399"]
        let talk = requests.flatMap { request in
            [Array(request.utf8)] + format.hear(request).packets.map(\.bytes)
        }
        let lines = (said.map(\.bytes) + talk).map { bytes in
            "    " + String(decoding: bytes.map { $0 < 0x20 ? 0x2E : $0 }, as: UTF8.self)
        }
        #expect(Self.document.contains("\n" + lines.joined(separator: "\n") + "\n"))
    }

    @Test func `the screen in it is what a terminal shows`() {
        var terminal = VT100(columns: 72)
        var mail = otherNotice(2, Category(.email), title: "Print Shop")
        mail.message = Text("Order 1042 - Your posters are ready.")
        let events = [
            Events.ready, .notice(.added, otherNotice(1), at: Events.at),
            .notice(.added, mail, at: Events.at), Events.ringing,
        ]
        var format = SerialFormatName.vt.make(SerialStyle(width: 72))
        for event in events { terminal.show(format.packets(for: event).flatMap(\.bytes)) }
        let clock = String(Events.at.local.clock.prefix(5))
        // Both halves of the call's letters are one line there.
        let lines = terminal.lines.enumerated().filter {
            $0.offset != 3 && !$0.element.string.isEmpty
        }
        .map { "    " + $0.element.string.replacing(clock, with: "10:04") }
        let block = lines.joined(separator: "\n")
        #expect(Self.document.contains("\n\(block)\n"), "\(block)")
    }

    @Test(arguments: [Charset.ascii, .utf8])
    func `a screen has as many bytes as it says`(_ charset: Charset) throws {
        // In UTF-8 a letter may have one byte, or with its marks many; these have four.
        let word = String(repeating: charset == .utf8 ? "\u{1D4D7}" : "x", count: 300)
        func size(_ width: Int, _ count: UInt64) -> Int {
            var format = SerialFormatName.vt.make(SerialStyle(charset: charset, width: width))
            for number in 0..<count {
                var notice = otherNotice(number, title: word)
                notice.message = Text(word)
                _ = format.packets(for: .notice(.added, notice, at: Events.at))
            }
            return format.heartbeat(at: Events.at).count
        }
        let sizes = [size(80, 0), size(80, 30), size(132, 30)]
        let words = sizes.map { $0 < 1000 ? "\($0)" : "\($0 / 1000),\(String("\($0)".suffix(3)))" }
        let all = words.joined(separator: " | ")
        #expect(Self.document.contains("| `\(charset.rawValue)` | \(all) |"), "\(all)")
    }

    @Test func `the most bytes of a screen in it are those that hold`() {
        let flat = Self.document.replacing("\n", with: " ")
        let sizes = [80, 132].map { width in
            let size = 24 * (width * 4 + 40)
            return "\(size / 1000),\(String("\(size)".suffix(3)))"
        }
        let words = "more than \(sizes[0]) bytes with 80 columns, and \(sizes[1]) with 132"
        #expect(flat.contains(words), "\(words)")
    }

    @Test(arguments: [
        ("more than \(HM10Handles.callLimit) ringing calls", "the handles of calls"),
        ("more than \(HM10Handles.limit) other notifications", "the handles of hm10"),
        ("at most \(LineFormat.usualLimit) columns", "a line"),
        (
            "With \(LineFormat.smallWidths.lowerBound) to \(LineFormat.smallWidths.upperBound) columns",
            "the widths with several lines"
        ),
        ("more than \(CommandReader.longestLine) bytes", "a line from the device"),
        ("more than \(HM10Attributes.longest) bytes", "an answer of hm10"),
        ("more than \(NMEASentence.longest) bytes", "a sentence"),
    ])
    func `every limit in it is the one that holds`(_ words: String, _ what: String) {
        let flat = Self.document.replacing("\n", with: " ")
        #expect(flat.contains(words), "\(what)")
    }
}
