import Expecting
import JSON
import Linux
import Notices
import Testing

@testable import Bridge
@testable import Control

/// What is told while a phone pairs, from the bridge to the person.
struct PairingNewsTests {
    private static let phone = "Zoë's \u{1B}[31m\"iPhone\""

    static let all: [PairingNews] = [
        .opened(host: "kitchen", seconds: 120), .passkey("012345", phone: phone),
        .compare("000007", phone: phone), .confirm(phone: phone), .withdrawn,
        .turnedAway(phone: phone), .bonded(address: "AA:00:00:00:00:01", name: phone),
        .phone(phone, state: "ready", sentence: "ready"),
        .phone("", state: "not_shared", sentence: "does not share its notifications"),
        .radio("off", sentence: "Bluetooth: the adapter is off"),
        .closed(reason: "time", sentence: "The time is over; no phone has paired"),
        .closed(reason: "failed", sentence: "No phone can pair: e.g."),
    ]

    @Test(arguments: all.indices)
    func `what was told is heard as it was told`(_ index: Int) throws {
        let news = Self.all[index]
        let heard = try #require(try PairingNews(JSONValue(parsing: news.line)))
        expect(heard.sentence, is: news.sentence)
        expect(heard.line, is: news.line)
        expect(heard.isQuestion, is: news.isQuestion)
    }

    @Test(arguments: [
        #"{"v":1,"event":"bye"}"#, #"{"event":"added","title":"x"}"#, "{}", "[]", "1",
        #"{"event":7}"#,
    ])
    func `anything else is no news of pairing`(_ line: String) throws {
        #expect(try PairingNews(JSONValue(parsing: Array(line.utf8))) == nil)
    }
}

/// A phone in the list, from the bridge to the person.
struct PhoneLineTests {
    @Test(arguments: [
        #"{"address":"AA","name":"Zoe","connected":false}"#,
        #"{"address":"AA","name":"Zoe","bonded":true,"connected":true,"battery":80,"#
            + #""words":"ready","since":"2026-03-02T10:04:02.375+01:00"}"#,
        #"{"address":"AA","name":"\u001b[31m","bonded":false,"connected":false}"#,
    ])
    func `a line is read as it was written`(_ line: String) throws {
        let phone = try #require(try PhoneLine(JSONValue(parsing: Array(line.utf8))))
        expect(phone.line, is: line + "\n")
        #expect(!phone.sentence.contains("\u{1B}"))
    }

    @Test(arguments: ["{}", #"{"address":"AA"}"#, #"{"name":"x"}"#, "7"])
    func `what has no name or address is none`(_ line: String) throws {
        #expect(try PhoneLine(JSONValue(parsing: Array(line.utf8))) == nil)
    }
}

/// The latest events, for those who come later.
struct RecentEventsTests {
    @Test func `the latest that are wanted come, oldest first`() {
        var recent = RecentEvents()
        for number in 0..<3000 {
            recent.append([UInt8(number % 251)], ControlTags(category: number % 2 == 0 ? "a" : "b"))
        }
        expect(recent.latest(3) { _ in true }, is: [2997, 2998, 2999].map { [UInt8($0 % 251)] })
        expect(recent.latest(2) { $0.category == "a" }, is: [2996, 2998].map { [UInt8($0 % 251)] })
        expect(recent.latest(5000) { _ in true }.count, is: ControlRequest.Tail.mostRecent)
        #expect(recent.latest(0) { _ in true }.isEmpty)
    }

    @Test func `bytes are bounded as well`() {
        var recent = RecentEvents()
        let line = [UInt8](repeating: 7, count: RecentEvents.byteLimit / 4)
        for _ in 0..<50 { recent.append(line, ControlTags()) }
        expect(recent.latest(100) { _ in true }.count, is: 4)
        recent.append([UInt8](repeating: 7, count: RecentEvents.byteLimit + 1), ControlTags())
        #expect(recent.latest(100) { _ in true }.isEmpty)
        recent.append([1], ControlTags())
        expect(recent.latest(100) { _ in true }, is: [[1]])
    }
}
