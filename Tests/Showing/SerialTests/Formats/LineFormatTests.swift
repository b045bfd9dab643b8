import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats
@testable import Serial

struct LineFormatTests {
    private typealias Line = KeyValuePairs<String, String>

    private static let table: [(event: BridgeEvent, line: Line)] = [
        (Events.ringing, ["word": "CALL", "space": " ", "who": "Davidson Ro", "end": "\r\n"]),
        (
            Events.missed,
            [
                "word": "MISSED", "space": " ", "who": "Davidson Ro", "colon": ": ",
                "text": "missed after 1 min 5 s", "end": "\r\n",
            ]
        ),
        (
            Events.ended,
            [
                "word": "RANG", "space": " ", "who": "Davidson Ro", "colon": ": ",
                "text": "stopped ringing after 3 s", "end": "\r\n",
            ]
        ),
        (
            Events.talked,
            [
                "word": "ENDED", "space": " ", "who": "Davidson Ro", "colon": ": ",
                "text": "answered after 5 s, talked 2 min 5 s", "end": "\r\n",
            ]
        ),
        (Events.answered, ["word": "ACTIVE", "space": " ", "who": "Davidson Ro", "end": "\r\n"]),
        (
            Events.declined,
            [
                "word": "ENDED", "space": " ", "who": "Davidson Ro", "colon": ": ",
                "text": "declined, rang 4 s", "end": "\r\n",
            ]
        ),
        (
            Events.leftBehind,
            [
                "word": "ITEM", "space": " ", "who": "Keys", "colon": ": ",
                "text": "Are you forgetting something?", "end": "\r\n",
            ]
        ),
        (
            Events.reminder,
            [
                "word": "ITEM", "space": " ", "who": "Keys", "colon": ": ",
                "text": "Your keys! (again)", "end": "\r\n",
            ]
        ),
        (
            Events.back,
            [
                "word": "ITEM", "space": " ", "who": "Keys", "colon": ": ", "text": "is back",
                "end": "\r\n",
            ]
        ),
        (Events.home, ["word": "HOME", "space": " ", "who": "Mara", "end": "\r\n"]),
        (Events.away, ["word": "AWAY", "space": " ", "who": "Mara", "end": "\r\n"]),
        (Events.removed, ["word": "GONE", "space": " ", "who": "Zoe Muller", "end": "\r\n"]),
        (
            Events.mail,
            [
                "word": "MAIL", "space": " ", "who": "Print Shop", "colon": ": ",
                "text": "Order 1042 - Your posters are ready.", "end": "\r\n",
            ]
        ),
        (
            Events.ready,
            [
                "word": "PHONE", "space": " ", "who": "Anna's iPhone", "colon": ": ",
                "text": "ready", "end": "\r\n",
            ]
        ),
        (
            Events.hiddenAll,
            [
                "word": "SOCIAL", "space": " ", "who": "Messages", "colon": ": ",
                "text": "(hidden)", "end": "\r\n",
            ]
        ),
        (Events.source, [:]),
    ]

    @Test func `an event is one line`() {
        for row in Self.table { expect(spokenText(.line, [row.event]), is: fields(row.line)) }
    }

    @Test(arguments: [
        (1, "C", "there is room for nothing but the word"), (4, "CALL", "the word is whole"),
        (7, "CALL   ", "who has no column yet"), (8, "CALL   ~", "one column is the mark"),
        (15, "CALL   Davidso~", "who is cut at the width"),
        (20, "CALL   Davidson Ro  ", "what is left stays empty"),
        (40, "CALL   Davidson Ro                      ", "the text has a column, empty here"),
    ])
    func `columns stand still`(_ width: Int, _ line: String, _ why: String) {
        let style = SerialStyle(width: width, lineEnd: .lf)
        let said = spokenText(.line, [Events.ringing], style)
        #expect(width == 1 ? said.utf8.count == 2 : said == line + "\n", "\(why)")
    }

    @Test(arguments: 1...140)
    func `every line is as wide as the device`(_ width: Int) {
        for charset in [Charset.ascii, .latin1, .cp437] {
            let style = SerialStyle(charset: charset, width: width, lineEnd: .lf)
            for event in Events.all {
                let said = spoken(.line, [event], style)
                expect(said.count % (width + 1), is: 0)
                let most = LineFormat.smallWidths.contains(width) ? LineFormat.mostLines : 1
                #expect(said.count / (width + 1) <= most)
            }
        }
    }

    private static func message(_ who: String, _ text: String) -> BridgeEvent {
        var notice = otherNotice(1, title: who)
        notice.message = Text(text)
        return .notice(.added, notice, at: Events.at)
    }

    static let small: [(width: Int, event: BridgeEvent, lines: [String], why: String)] = [
        (
            20, Events.mail, ["MAIL   Print Shop", " Order 1042 - Your", " posters are ready."],
            "text"
        ),
        (16, Events.ringing, ["CALL", " Davidson Ro"], "who in a line of its own"),
        (20, Events.ready, ["PHONE  Anna's iPhone", " ready"], "ready"),
        (
            20, .phone(.connected, PhoneName("Anna's iPhone"), at: Events.at),
            ["PHONE  Anna's iPhone", " connected"], "and connected are told apart"
        ),
        (20, Events.missed, ["MISSED Davidson Ro", " rang 1 min 5 s"], "in fewer words"),
        (24, Events.missed, ["MISSED Davidson Ro", " missed after 1 min 5 s"], "or whole"),
        (40, Events.missed, ["MISSED Davidson Ro   rang 1 min 5 s"], "in one line, if it has room"),
        (40, Events.ready, ["PHONE  Anna's iPhone ready"], "so is this"),
        (
            40, Events.mail, ["MAIL   Print Shop", " Order 1042 - Your posters are ready."],
            "what a column would cut is below"
        ),
        (
            44, Events.mail, ["MAIL   Print Shop     Order 1042 - Your pos~"],
            "a wide line is one line"
        ),
        (
            16, message("The whole choir of the town hall", "We sing on Tuesday, at eight."),
            [
                "SOCIAL", " The whole choir", " of the town~", " We sing on", " Tuesday, at",
                " eight.",
            ],
            "a long name leaves room for the text"
        ),
        (
            16, message("Zoe", String(repeating: "again and ", count: 20)),
            [
                "SOCIAL Zoe", " again and again", " and again and", " again and again",
                " and again and", " again and~",
            ],
            "no event has more lines"
        ),
    ]

    @Test(arguments: small.indices)
    func `what has no room in a small line has several`(index: Int) {
        let (width, event, lines, why) = Self.small[index]
        let style = SerialStyle(width: width, lineEnd: .lf)
        let padded = lines.map {
            $0 + String(repeating: " ", count: max(0, width - $0.count)) + "\n"
        }
        expect(spokenText(.line, [event], style), is: padded.joined(), "\(why)")
    }

    @Test(arguments: 16...40)
    func `a small sign tells who, whole, and what`(_ width: Int) {
        for (name, event) in DemoDay.events {
            let style = SerialStyle(width: width, lineEnd: .lf)
            let said = spokenText(.line, [event], style)
            guard let words = SerialWords(event) else { continue }
            let all = said.split(separator: "\n").map(String.init)
            #expect(all.dropFirst().allSatisfy { $0.first == " " }, "\(name)")
            expect(all.first?.hasPrefix(words.word), is: true, "\(name)")
            let who = Charset.ascii.lines(of: words.who, widths: [width - 1])
            #expect(said.contains(String(decoding: who[0], as: UTF8.self).dropLast()), "\(name)")
            let text = String(decoding: Charset.ascii.encode(words.text), as: UTF8.self)
            for word in text.split(separator: " ").prefix(6) where word.count < width {
                #expect(said.contains(word), "\(name): \(word)")
            }
        }
    }

    @Test func `no event of a demonstration is said as another one was`() {
        var said: [String] = []
        for (_, event) in DemoDay.events {
            let line = spokenText(.line, [event], SerialStyle(width: 20))
            #expect(line.isEmpty || !said.contains(line), "\(line)")
            said.append(line)
        }
    }

    @Test func `who and text have columns of their own`() {
        let style = SerialStyle(width: 44, lineEnd: .cr)
        let line = fields([
            "word": "MAIL  ", "space": " ", "who": "Print Shop    ", "gap": " ",
            "text": "Order 1042 - Your pos~", "end": "\r",
        ])
        expect(spokenText(.line, [Events.mail], style), is: line)
    }

    @Test func `a long text ends where a small buffer does`() {
        let line = spoken(.line, [Events.long])
        expect(line.count, is: LineFormat.usualLimit + 2)
        expect(line.dropLast(2).last, is: UInt8(ascii: "~"))
    }

    @Test func `a heartbeat and a loss are lines, too`() {
        var format = SerialFormatName.line.make(SerialStyle(width: 20, lineEnd: .lf))
        let beat = String(decoding: format.heartbeat(at: Events.at), as: UTF8.self)
        expect(beat, is: "ALIVE  \(Events.at.local.clock)     \n")
        let loss = String(decoding: format.loss(of: 12, at: Events.at), as: UTF8.self)
        expect(loss, is: "LOST   12           \n")
        #expect(format.end(at: Events.at).isEmpty && format.begin(at: Events.at).isEmpty)
    }

    @Test(arguments: [
        (Events.ringing, SerialPacket.Urgency.ringing), (Events.answered, .call),
        (Events.ended, .call), (Events.missed, .call), (Events.ordinary, .other),
        (Events.ready, .other),
    ])
    func `a ring overtakes a call, and a call the rest`(
        _ event: BridgeEvent, _ urgency: SerialPacket.Urgency
    ) {
        var format = SerialFormatName.line.make(SerialStyle())
        expect(format.packets(for: event).map(\.urgency), is: [urgency])
    }

    @Test func `a line about a call that waits gives way to the next about it`() {
        var format = SerialFormatName.line.make(SerialStyle())
        func slot(_ event: BridgeEvent) -> SerialPacket.Slot? {
            format.packets(for: event).first?.slot
        }
        let ring = slot(Events.ringing)
        #expect(ring != nil)
        for event in [Events.answered, Events.ended, Events.missed, Events.declined] {
            expect(slot(event), is: ring)
        }
        let other = Call(state: .ringing)
        #expect(slot(.notice(.ringing, otherNotice(2, call: other), at: Events.at)) != ring)
        // That one is gone says too little without the line before.
        expect(slot(Events.event(.removed, Events.call(.missed))), is: nil)
        #expect(slot(Events.ordinary) == nil && slot(Events.ready) == nil)
    }
}
