import Expecting
import Linux
import Testing

@testable import Image
@testable import LCD
@testable import Serial

/// A session that expectations may call.
private final class Talk {
    private var session: LCDSession

    init(name: String = "Callboard") {
        session = LCDSession(name: Array(name.utf8))
    }

    /// One that was greeted.
    static func greeted() -> Talk {
        let talk = Talk()
        talk.begin(at: .zero)
        talk.send()
        _ = talk.receive(LCDSessionTests.hello)
        return talk
    }

    var output: [UInt8] { session.output }
    var deadline: Duration? { session.deadline }
    var isBusy: Bool { session.isBusy }
    var shown: LCDPicture? { session.shown }

    func begin(at now: Duration) {
        session.begin(at: now)
    }

    func show(_ picture: LCDPicture) -> Bool {
        session.show(picture, at: .zero)
    }

    /// Sends all there is, and returns its lines.
    @discardableResult
    func send() -> [String] {
        let lines = LCDWords.lines(of: session.output)
        session.sent(session.output.count)
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    func receive(_ text: String, at now: Duration = .zero) -> [LCDSession.News] {
        session.receive(Array(text.utf8), at: now)
    }

    /// Answers each command with a line as long as there are any, and returns what came of it.
    func answer(_ reply: String) -> [LCDSession.News] {
        var news: [LCDSession.News] = []
        for _ in 0..<100 where !output.isEmpty {
            news += receive(send().map { $0 == "noop" ? "noop complete\n" : reply }.joined())
        }
        return news
    }
}

struct LCDSessionTests {
    static let hello = "connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt 8\n"

    static func picture(rows: Int = 4, text: String = "text") -> LCDPicture {
        var picture = LCDPicture()
        for row in 1...rows {
            picture.board.widgets["row\(row)"] = .text(
                Array(text.utf8), column: 1, row: row, width: 20)
        }
        return picture
    }

    @Test func `a session begins with a greeting`() {
        let session = Talk(name: "")
        session.begin(at: .seconds(5))
        expect(session.output, is: Array("hello\n".utf8))
        expect(session.deadline, is: .seconds(5) + LCDSession.patience)
        let news = session.receive(Self.hello, at: .seconds(6))
        expect(news, is: [.ready(LCDSize(width: 20, height: 4))])
        expect(session.deadline, is: nil)
    }

    @Test func `a picture is taken when all of it was answered`() {
        let session = Talk.greeted()
        #expect(session.show(Self.picture()))
        #expect(session.isBusy)
        #expect(!session.show(LCDPicture()))
        expect(session.answer("success\n"), is: [.taken])
        #expect(!session.isBusy)
        expect(session.shown, is: Self.picture())
        expect(session.deadline, is: nil)
    }

    @Test func `the same picture is not said again`() {
        let session = Talk.greeted()
        _ = session.show(Self.picture())
        _ = session.answer("success\n")
        #expect(!session.show(Self.picture()))
        #expect(session.output.isEmpty)
    }

    @Test func `only what changed is said`() {
        let session = Talk.greeted()
        _ = session.show(Self.picture())
        _ = session.answer("success\n")
        var next = Self.picture()
        next.board.widgets["row3"] = .text(Array("new".utf8), column: 1, row: 3, width: 20)
        #expect(session.show(next))
        let lines = session.send()
        expect(lines, is: ["widget_set board row3 1 3 20 3 m 2 \"new\"", "noop"])
    }

    @Test func `no more is on its way than goes into a packet, in whole lines`() {
        let session = Talk.greeted()
        let text = String(repeating: "\\", count: LCDLayout.longestText)
        _ = session.show(Self.picture(rows: 60, text: text))
        var portions = 0
        while session.isBusy, portions < 1_000 {
            let output = session.output
            #expect(output.count <= LCDSession.portion && !output.isEmpty)
            expect(output.last, is: UInt8(ascii: "\n"))
            let lines = session.send()
            expect(lines.last, is: "noop")
            let answers = String(repeating: "success\n", count: lines.count - 1)
            #expect(session.receive(answers).isEmpty)
            #expect(session.output.isEmpty)
            _ = session.receive("noop complete\n")
            portions += 1
        }
        #expect(portions > 10)
        #expect(session.shown != nil)
    }

    @Test func `a server that does not know noop still comes to an end`() {
        let session = Talk.greeted()
        _ = session.show(Self.picture())
        var news: [LCDSession.News] = []
        for _ in 0..<10 where !session.output.isEmpty {
            let answers = String(repeating: "success\n", count: session.send().count)
            news += session.receive(answers)
        }
        expect(news, is: [.taken])
    }

    @Test func `a refusal ends the session, for what is on the display is not known`() {
        let session = Talk.greeted()
        _ = session.show(Self.picture())
        session.send()
        let news = session.receive("success\nhuh? no\nsuccess\n")
        expect(news, is: [.failed(.refused)])
    }

    @Test func `keys and the name may be refused`() {
        let session = Talk.greeted()
        _ = session.show(Self.picture())
        session.send()
        // The name is what is said first.
        #expect(session.receive("huh? taken\n").isEmpty)
        #expect(session.answer("success\n").isEmpty)
        let session2 = Talk.greeted()
        _ = session2.show(Self.picture())
        _ = session2.answer("success\n")
        var next = Self.picture()
        next.keys = ["Enter"]
        _ = session2.show(next)
        expect(session2.answer("huh? Could not reserve key\n"), is: [.taken])
    }

    @Test func `whoever refuses the greeting is no server`() {
        let session = Talk(name: "")
        session.begin(at: .zero)
        expect(session.receive("huh?\n"), is: [.failed(.refused)])
    }

    @Test func `slow is not silent`() {
        let session = Talk.greeted()
        _ = session.show(Self.picture())
        _ = session.receive("success\n", at: .seconds(9))
        expect(session.deadline, is: .seconds(9) + LCDSession.patience)
    }

    @Test func `somebody who talks without end is no server`() {
        let session = Talk.greeted()
        let flood = String(repeating: "x", count: LCDSession.endlessLimit + 1)
        expect(session.receive(flood), is: [.failed(.notAServer)])
        let other = Talk.greeted()
        let lines = String(repeating: "HTTP/1.1\n", count: LCDSession.unknownLimit + 1)
        expect(other.receive(lines), is: [.failed(.notAServer)])
    }

    @Test func `what comes unasked breaks nothing`() {
        let session = Talk.greeted()
        let noise = "success\nnoop complete\nlisten nothing\nconnect wid 9 hgt 9\nmenuevent a b\n"
        #expect(session.receive(noise).isEmpty)
        #expect(session.show(Self.picture()))
        expect(session.answer("success\n"), is: [.taken])
        let news = session.receive("listen call\nignore board\nkey Up\n")
        expect(news, is: [.shown(.call), .hidden(.board), .key("Up")])
    }
}
