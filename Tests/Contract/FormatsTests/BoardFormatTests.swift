import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats

struct BoardFormatTests {
    /// What a board shows of some events, one after another.
    private func board(
        _ events: [BridgeEvent], columns: Int? = 80, isColored: Bool = false
    ) -> String {
        var format = OutputFormat.board.make(isColored: isColored)
        return events.map { format.text(of: $0, columns: columns) }.joined()
    }

    @Test func `a call that was taken or declined ends in other words`() {
        expect(
            board([Events.hungUp, Events.talked, Events.declined]),
            is: """
                CC:CC:CC  CALL    Davidson Ro               ended
                CC:CC:CC  CALL    Davidson Ro               answered after 5 s, talked 2 min 5 s
                CC:CC:CC  CALL    Davidson Ro               declined, rang 4 s

                """)
    }

    @Test func `a text of the host's own is no second phone`() {
        let text = Notice(
            showing: "Tea is ready\nin the kitchen", id: NoticeID(rawValue: 5), on: "hall",
            flags: .silent, at: Events.start)
        expect(
            board([Events.ordinary, Events.event(.added, text), Events.event(.removed, text)]),
            is: """
                CC:CC:CC  SOCIAL  Zoe Müller · Messages     See you at eight?
                CC:CC:CC  OTHER   Tea is ready · Callboard  in the kitchen
                CC:CC:CC -OTHER   Tea is ready · Callboard  removed

                """)
    }

    @Test func `a track and a battery are lines, whatever a player reports`() {
        expect(
            board([
                Events.battery, Events.media, Events.silence,
                Events.played("山田太郎のうた", by: "合唱団", on: "Anna's iPhone"),
                Events.played("\u{1B}[31mred\r\n\u{202E}x", by: "", on: "Anna's iPhone"),
                Events.played(nil, on: "Anna's iPhone"),
                Events.played("Title", .paused, on: "Anna's iPhone"),
            ]),
            is: """
                CC:CC:CC  PHONE   Anna's iPhone             battery 83 %
                CC:CC:CC  PLAYS   Gymnopédie No. 1          Erik Satie
                CC:CC:CC  PLAYS   山田太郎のうた            合唱団
                CC:CC:CC  PLAYS   [31mred x
                CC:CC:CC  PLAYS   Music

                """)
        let first = board([Events.ordinary, Events.played("One", on: "Bob's iPhone")])
        #expect(first.contains("PLAYS   Bob's iPhone  One"), "of two phones, it names the one")
    }

    @Test func `a day reads down its columns`() {
        let day = [
            Events.ready, Events.ringing, Events.answered, Events.ended, Events.missed,
            Events.ordinary, Events.mail, Events.modified, Events.removed, Events.invalid,
            Events.rightToLeft, Events.emoji, Events.source,
        ]
        expect(
            board(day),
            is: """
                CC:CC:CC  PHONE   Anna's iPhone             ready
                CC:CC:CC  CALL    Davidson Ro               ringing
                CC:CC:CC  ACTIVE  Davidson Ro               answered after 5 s
                CC:CC:CC  CALL    Davidson Ro               stopped ringing after 3 s
                CC:CC:CC  MISSED  Davidson Ro               missed after 1 min 5 s
                CC:CC:CC  SOCIAL  Zoe Müller · Messages     See you at eight?
                CC:CC:CC ·MAIL    Print Shop                Order 1042 — Your posters are ready.
                CC:CC:CC ~SOCIAL  Zoe Müller · Messages     See you at nine?
                CC:CC:CC -SOCIAL  Zoe Müller · Messages     removed
                CC:CC:CC  SOCIAL  Z\u{FFFD}o · Messages            caf
                CC:CC:CC  SOCIAL  \u{5E9}\u{5DC}\u{5D5}\u{5DD} · Messages           \u{645}
                CC:CC:CC  SOCIAL  👩🏻‍❤️‍💋‍👩🏻 Zoe · Mess…  🎂🎉

                """)
    }

    @Test(
        "no terminal breaks a line for pictures of several parts",
        arguments: [
            ("👶🏽", 4), ("👩🏽‍🚒", 6), ("👨‍👩‍👧", 6), ("🇩🇪", 2), ("1️⃣", 2), ("❤️‍🔥", 4),
        ] as [(String, Int)], [33, 40, 41, 60, 79])
    func pictures(picture: (text: String, widest: Int), columns: Int) {
        let long = String(repeating: picture.text + " ", count: 20)
        let text = Words(stringLiteral: long + long.filter { $0 != " " })
        for change in [NoticeChange.added, .ringing, .removed] {
            let notice = Events.notice(title: text, message: text)
            let lines = board([Events.event(change, notice)], columns: columns)
            #expect(lines.contains(picture.text))
            for line in lines.split(separator: "\n") {
                let asShown = line.map {
                    String($0) == picture.text ? String(repeating: "#", count: picture.widest) : "."
                }
                #expect(asShown.joined().count <= columns, "\(line)")
            }
        }
    }

    @Test func `phones are told apart once there are two`() {
        let other = Events.event(.added, Events.notice(phone: "iPad"))
        let nameless = Events.event(.added, Events.notice(phone: ""))
        expect(
            board([
                Events.ordinary, other, Events.ordinary, nameless, Events.notShared, Events.ready,
            ]),
            is: """
                CC:CC:CC  SOCIAL  Zoe Müller · Messages     See you at eight?
                CC:CC:CC  SOCIAL  iPad          Zoe Müller · Messages     See you at eight?
                CC:CC:CC  SOCIAL  Anna's iPho…  Zoe Müller · Messages     See you at eight?
                CC:CC:CC  SOCIAL                Zoe Müller · Messages     See you at eight?
                CC:CC:CC  PHONE   iPad                                    does not share its
                                                                          notifications yet:
                                                                          allow it in Settings …
                CC:CC:CC  PHONE   Anna's iPhone                           ready

                """)
    }

    @Test func `a phone that is called otherwise is no second one`() {
        let renamed = BridgeEvent.renamed(
            PhoneName("iPad"), was: Events.notice().phone, at: Events.at)
        let later = Events.event(.added, Events.notice(phone: "iPad"))
        let lines = board([Events.ordinary, renamed, later]).split(separator: "\n")
        #expect(
            lines.last?.hasSuffix("SOCIAL  Zoe Müller · Messages     See you at eight?") == true)
    }

    @Test func `a long text takes three lines and no more`() {
        expect(
            board([Events.long]),
            is: """
                CC:CC:CC  SOCIAL  Zoe Müller · Messages     many words many words many words
                                                            many words many words many words
                                                            many words many words many words ma…

                """)
    }

    @Test func `a long title has the line for itself`() {
        let title: Words = "A headline that is far wider than the column for names, and no end"
        let added = Events.event(.added, Events.notice(.news, title: title, message: "The story."))
        let removed = Events.event(.removed, Events.notice(.news, title: title))
        let nothing = Events.event(.added, Events.notice(.news, title: title, message: ""))
        #expect(
            board([added, removed, nothing]) == """
                CC:CC:CC  NEWS    A headline that is far wider than the column for names, and n…
                                                            The story.
                CC:CC:CC -NEWS    A headline that is far wider than the column for nam…  removed
                CC:CC:CC  NEWS    A headline that is far wider than the column for names, and n…

                """)
    }

    @Test func `a narrow screen has the text below`() {
        expect(
            board([Events.mail, Events.ended, Events.ringing], columns: 40),
            is: """
                CC:CC:CC ·MAIL    Print Shop
                          Order 1042 — Your posters are
                          ready.
                CC:CC:CC  CALL    Davidson Ro
                          stopped ringing after 3 s
                CC:CC:CC  CALL    Davidson Ro  ringing

                """)
    }

    @Test func `nothing is cut where nobody watches`() {
        let line = board([Events.long], columns: nil)
        #expect(line.hasSuffix(" many words many words\n"))
        expect(line.filter { $0 == "\n" }.count, is: 1)
        #expect(line.count > 2000)
    }

    @Test(arguments: [
        (Events.notice(title: "", message: "x"), "Messages", "the app stands for the title"),
        (Events.notice(app: nil, title: ""), "com.apple.MobileSMS", "or its identifier"),
        (Events.notice(appID: "", app: nil, title: " "), "(no title)", "or nothing does"),
        (Events.notice(app: "Zoe", title: "Zoe"), "Zoe  ", "nothing is said twice"),
        (Events.call(.ringing), "Davidson Ro  ", "the label says which app it is"),
    ])
    func `somebody or something is always named`(_ notice: Notice, _ who: String, _ why: String) {
        let line = board([Events.event(.added, notice)])
        #expect(line.dropFirst(18).hasPrefix(who), Comment(rawValue: why))
    }

    @Test func `colour says the kind, and nothing else changes`() {
        let escape = "\u{1B}"
        expect(
            board([Events.ordinary, Events.ringing, Events.removed], isColored: true),
            is: """
                \(escape)[2mCC:CC:CC\(escape)[0m  \(escape)[36mSOCIAL\(escape)[0m  \
                \(escape)[1mZoe Müller\(escape)[0m\(escape)[2m · Messages\(escape)[0m     \
                See you at eight?
                \(escape)[1;32mCC:CC:CC  CALL    Davidson Ro               ringing\(escape)[0m
                \(escape)[2mCC:CC:CC -SOCIAL  Zoe Müller · Messages     removed\(escape)[0m

                """)
    }
}
