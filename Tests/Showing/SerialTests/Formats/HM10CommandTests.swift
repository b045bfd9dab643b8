import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Serial

/// What sketches say to a module: requests, commands that set it up, and letters of a person.
struct HM10CommandTests {
    /// A format that has greeted, with these notices.
    private func format(
        _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
    ) -> any SerialFormat {
        var format = SerialFormatName.hm10.make(style)
        for event in events { _ = format.packets(for: event) }
        return format
    }

    @Test(arguments: [
        ("AT+ANCS0001199", 1, "", 0, "a request without a line end"),
        ("AT+ANCS0001199\r\n", 1, "", 0, "with one"),
        ("AT+ANCS0001199AT+ANCS0001399", 2, "", 0, "two at once"),
        ("AT\r\nAT+RESET\r\n", 0, "OK OK+RESET", 0, "commands in lines"),
        ("ATAT+ANCS1AT+RESET", 0, "OK OK+Set:1 OK+RESET", 0, "commands without an end"),
        ("AT+ANCS0AT+ANCS?AT+RESET", 0, "OK+Set:0 OK+Get:1 OK+RESET", 0, "others"),
        ("AT+ANCS0\nAT+ANCS1\rAT+ANCS?\r\n", 0, "OK+Set:0 OK+Set:1 OK+Get:1", 0, "in lines"),
        ("AT+ANCS0AT\n", 0, "OK+Set:0 OK", 0, "the end of a line ends both"),
        ("ATATAT\n", 0, "OK OK OK", 0, "one that asks again and again"),
        ("AT+ANCS1AT+RESETAT+ANCS0001199", 1, "OK+Set:1 OK+RESET", 0, "and then a request"),
        ("AT+NAME\nAT+ROLE0\n", 0, "", 2, "commands that nobody here knows"),
        ("xxAT+RESET", 0, "OK+RESET", 1, "garbage before one"),
        ("AT+ANCS00-1199AT+ANCS0001199", 1, "", 1, "a handle with a sign"),
        ("AT+ANCS0001\n", 0, "", 1, "half a request"),
        ("AT+ANCSAT+ANCS0001199", 1, "", 1, "begun anew"),
        ("AT+ANCS0001x99", 0, "", 0, "no attribute, and no end yet"),
        ("AT+AN\u{13}CS00\u{11}01199", 1, "", 0, "a terminal's XOFF and XON"),
        ("hello\r\n", 0, "", 1, "words"), ("\u{0}\u{1B}[A\r\n", 0, "", 1, "controls"),
    ])
    func `requests and commands are found in whatever is said`(
        _ said: String, _ answers: Int, _ words: String, _ ignored: Int, _ why: String
    ) {
        for isSplit in [false, true] {
            var format = format([Events.mail], SerialStyle(takesCommands: true))
            // A sketch that says nothing but AT is answered at once, whatever may follow.
            expect(format.hear("AT").packets.map(\.bytes), is: [Array("OK".utf8)])
            expect(format.hear("\r\n"), is: SerialReply())
            let reply = isSplit ? format.hearSplit(said) : format.hear(said)
            let all = reply.packets.map { String(decoding: $0.bytes, as: UTF8.self) }
            expect(all.count { $0.contains("OK+ANCSW") }, is: answers, "\(why)")
            let others = all.filter { !$0.contains("OK+ANCSW") }
            expect(others.joined(separator: " "), is: words, "\(why)")
            expect(reply.ignored, is: ignored, "\(why)")
            #expect(reply.acts.isEmpty)
        }
    }

    @Test(arguments: 1...13)
    func `a request in two pieces is answered once`(_ place: Int) {
        let request = "AT+ANCS0001199"
        for isFirst in [true, false] {
            var format = format([Events.mail])
            if !isFirst { _ = format.hear("AT+RESET") }
            let first = format.hear(String(request.prefix(place))).packets
            let second = format.hear(String(request.dropFirst(place))).packets
            expect(first.map(\.bytes), is: (isFirst && place == 2 ? [Array("OK".utf8)] : []))
            expect(second.count, is: 1)
        }
    }

    @Test(arguments: [
        "AT+ANCS1AT+RESET", "AT+RESET", "ATAT+ANCS0AT+ANCS1", "AT+ANCS1", "AT\r\n", "AT+ANCS?",
        "AT+ANCS0001199",
    ])
    func `a command ends by itself, and the first press of a button counts`(_ setup: String) {
        for isSplit in [false, true] {
            var format = format([], SerialStyle(takesCommands: true))
            _ = format.hear(setup)
            let reply = isSplit ? format.hearSplit("A\r\n") : format.hear("A\r\n")
            #expect(reply.acts == [.answer] && reply.ignored == 0)
        }
    }

    @Test(arguments: ["ATA\r\n", "ATATA\r\n", "AT+ANCS0001A\r\n", "AT+DA\n", "+A\n"])
    func `a letter behind half a command does nothing`(_ said: String) {
        for isSplit in [false, true] {
            var format = format([], SerialStyle(takesCommands: true))
            let reply = isSplit ? format.hearSplit(said) : format.hear(said)
            #expect(reply.acts.isEmpty)
        }
    }

    @Test func `a letter amid garbage does nothing`() {
        var format = format([], SerialStyle(takesCommands: true))
        #expect(format.hear("xA\nAT+D\n").acts.isEmpty)
        expect(format.hear("AT+ANCS0001199A\n").acts, is: [.answer])
    }
}
