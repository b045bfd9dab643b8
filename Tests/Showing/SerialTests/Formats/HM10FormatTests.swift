import ANCS
import EventSupport
import Expecting
import Formats
import Foundation
import Linux
import Notices
import Testing

@testable import Serial

struct HM10FormatTests {
    private let greeting = "OK+ANCSNOK+ANCSCOK+ANCSD"

    /// A format that has greeted, with these notices.
    private func format(
        _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
    ) -> any SerialFormat {
        var format = SerialFormatName.hm10.make(style)
        for event in events { _ = format.packets(for: event) }
        return format
    }

    private func added(_ notice: Notice) -> BridgeEvent { .notice(.added, notice, at: Events.at) }

    private func call(_ change: NoticeChange, _ id: Int, _ title: String = "Zoe") -> BridgeEvent {
        let call = Call(state: change == .ended ? .ended : .ringing)
        return .notice(
            change,
            otherNotice(UInt64(id), Category(.incomingCall), title: title, call: call),
            at: Events.at)
    }

    private func answer(_ format: inout any SerialFormat, _ request: String) -> [UInt8] {
        format.hear(request).packets.flatMap(\.bytes)
    }

    @Test func `a call is announced, changes and goes`() {
        let ringing = fields([
            "start": "OK+ANCS", "length": "8", "event": "0", "category": "1", "count": "01",
            "uid": "0001",
        ])
        let gone = fields([
            "start": "OK+ANCS", "length": "8", "event": "2", "category": "1", "count": "00",
            "uid": "0001",
        ])
        let missed = fields([
            "start": "OK+ANCS", "length": "8", "event": "0", "category": "2", "count": "01",
            "uid": "0015",
        ])
        let said = spokenText(.hm10, [Events.ready, Events.ringing, Events.ended, Events.missed])
        expect(said, is: greeting + ringing + gone + missed)
    }

    @Test(arguments: [
        (CategoryID.other, "0"), (.incomingCall, "1"), (.missedCall, "2"), (.voicemail, "3"),
        (.social, "4"), (.schedule, "5"), (.email, "6"), (.news, "7"), (.healthAndFitness, "8"),
        (.businessAndFinance, "9"), (.location, "A"), (.entertainment, "B"),
        (.activeCall, "0"), (CategoryID(rawValue: 200), "0"),
    ])
    func `a category is one digit, as far as the module knows them`(
        _ category: CategoryID, _ digit: String
    ) {
        let said = spokenText(.hm10, [added(otherNotice(1, Category(category)))])
        expect(said, is: greeting + "OK+ANCS80\(digit)010015")
    }

    @Test func `changes and removals keep the handle, and the count follows`() {
        let (first, second) = (otherNotice(1), otherNotice(2))
        let said = spokenText(
            .hm10,
            [
                added(first), added(second), .notice(.modified, second, at: Events.at),
                .notice(.removed, first, at: Events.at), .notice(.removed, first, at: Events.at),
                .notice(.forgotten, second, at: Events.at),
            ])
        expect(
            said,
            is: greeting + "OK+ANCS804010015" + "OK+ANCS804020016" + "OK+ANCS814020016"
                + "OK+ANCS824010015" + "OK+ANCS824000016")
    }

    @Test func `the module greets once for each time a phone comes`() {
        let gone = BridgeEvent.phone(.disconnected, PhoneName("Anna's iPhone"), at: Events.at)
        expect(spokenText(.hm10, [Events.ready, Events.ready]), is: greeting)
        expect(spokenText(.hm10, [Events.ready, gone, Events.ready]), is: greeting + greeting)
        #expect(spokenText(.hm10, [gone, Events.notShared]).isEmpty)
    }

    @Test func `an answer is what the module says, byte for byte`() {
        var format = format([Events.ringing])
        let said = answer(&format, "AT+ANCS0001199")
        let expected = fields([
            "start": "OK+", "uid": "0001", "asked": "OK+ANCSW", "part": "OK+ANCS:",
            "part's length in hexadecimal": "13", "command": "\u{0}",
            "notice": "\u{1}\u{0}\u{0}\u{0}", "attribute": "\u{1}", "text's length": "\u{B}\u{0}",
            "text": "Davidson Ro",
        ])
        expect(String(decoding: said, as: UTF8.self), is: expected)
    }

    @Test func `a longer answer comes in parts of twenty bytes`() {
        var format = format([Events.ringing])
        let said = String(decoding: answer(&format, "AT+ANCS0001000"), as: UTF8.self)
        expect(
            said,
            is: "OK+0001OK+ANCSWOK+ANCS:14\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}\u{15}\u{0}com.apple.mo"
                + "OK+ANCS:09bilephone")
    }

    @Test(arguments: [
        (
            "AT+ANCS0015000", "com.apple.mobilemail ",
            "19 bytes and one more than 20 is none to avoid"
        ),
        ("AT+ANCS0015199", "Print Shop", "ten bytes, as the module sends them"),
        ("AT+ANCS0015105", "Prin~", "cut at the length, with a mark"),
        ("AT+ANCS0015110", "Print Shop", "just as long as it may be"),
        ("AT+ANCS0015100", "Print Shop", "no length is all there is"),
        ("AT+ANCS0015299", "Order 1042", "the subtitle"),
        ("AT+ANCS0015399", "Your posters are ready.", "the message"),
        ("AT+ANCS0015400", "4711", "the size of the message"),
        ("AT+ANCS0015515", "20260302T100400", "the date"),
        ("AT+ANCS0015699", "", "the label of an action there is not"),
        ("AT+ANCS0015899", "", "an attribute nobody knows"),
        ("AT+ANCS0099199", "", "a notice nobody knows"),
        ("AT+ANCSzzzz199", "", "a handle that is no number"),
    ])
    func `every attribute is answered`(_ request: String, _ text: String, _ why: String) throws {
        var format = format([Events.mail])
        let items = try #require(HM10Reader.items(in: answer(&format, request)))
        guard items.count == 1, case .answer(let found) = items[0] else {
            Issue.record("no answer")
            return
        }
        let expected = text.hasPrefix("com.apple.mobilemail") ? "com.apple.mobilemail" : text
        expect(String(decoding: found.text, as: UTF8.self), is: expected, "\(why)")
        #expect(found.length == found.text.count && found.uid == request.dropFirst(7).prefix(4))
        expect(found.number, is: (request.contains("0015") ? 15 : 0))
        #expect(String(found.attribute) == request.dropFirst(11).prefix(1))
    }

    @Test(arguments: ["Davidson Ro", "Zoe", "Anna Bertha Conrad Dora Emil", "12345678901234567"])
    func `every public sketch reads the same name`(_ title: String) {
        let small = (1...31).filter { ![10, 13, 17, 19].contains($0) }
        for (index, handle) in small.enumerated() {
            // The first twelve are those of calls.
            let others =
                index < 12
                ? (0..<index).flatMap { [call(.ringing, $0), call(.ended, $0)] }
                : (12..<index).map { added(otherNotice(UInt64($0))) }
            let last =
                index < 12
                ? call(.ringing, 1000, title) : added(otherNotice(1000, title: title))
            var format = format(others + [last])
            let uid = handle < 10 ? "000\(handle)" : "00\(handle)"
            let said = answer(&format, "AT+ANCS\(uid)114")
            let name = title.count > 14 ? String(title.prefix(13)) + "~" : title
            let one = HM10Sketch.byLength(said)
            expect(one, is: name, "\(handle)")
            expect(HM10Sketch.bySplitting(said), is: one)
            expect(HM10Sketch.byPlace(said), is: one.replacing("\u{0}", with: ""))
            let counted = HM10Sketch.byCounting(said)
            expect(
                counted.replacing("OK+ANCS:02", with: "").replacing("OK+ANCS:01", with: "")
                    .replacing("OK+ANCS:03", with: ""), is: one)
        }
    }

    @Test func `a sketch for answers of two parts finds the app`() {
        var format = format([Events.ringing])
        let said = answer(&format, "AT+ANCS0001000")
        expect(HM10Sketch.byFourPieces(said)?.hasSuffix("com.apple.mobilephone"), is: true)
        // The header passes through what decodes UTF-8, and has no line end.
        #expect(String(validating: said, as: UTF8.self) != nil)
    }

    @Test func `the word for a call is cut where the module cuts it`() {
        var format = format([Events.ringing])
        let said = String(decoding: answer(&format, "AT+ANCS0001399"), as: UTF8.self)
        let header = "\u{0}\u{1}\u{0}\u{0}\u{0}\u{3}\u{D}\u{0}"
        expect(said, is: "OK+0001OK+ANCSWOK+ANCS:14\(header)Incoming CalOK+ANCS:01l")
    }

    @Test(arguments: [
        "OK+ANCS801019999", "a OK+OK+ANCSW", "\u{FF2F}\u{FF2B}\u{FF0B}ANCSN",
        "012345678901OK+ANCS8", "0123456789OK+ANCS801019999", "01234567890OK+ANCS801019999",
    ])
    func `a stranger's words are never the module's`(_ title: String) throws {
        for charset in Charset.allCases {
            let notice = Events.notice(title: Words(Array(title.utf8)), message: "OK+ANCSD OK+")
            var format = format([added(notice)], SerialStyle(charset: charset))
            for attribute in 0...7 {
                let said = answer(&format, "AT+ANCS0015\(attribute)99")
                guard case .answer(let found)? = HM10Reader.items(in: said)?.first else {
                    Issue.record("no answer")
                    continue
                }
                #expect(!String(decoding: found.text, as: UTF8.self).contains("OK+"))
                let words = String(decoding: said, as: UTF8.self).components(separatedBy: "OK+")
                // Handle, W, and the parts.
                expect(words.count, is: 3 + (8 + found.text.count + 19) / 20)
            }
        }
    }

    @Test func `there are as many handles as fit, and the oldest quiet one gives way`() throws {
        let call = otherNotice(5000, Category(.incomingCall), call: Call(state: .ringing))
        let many = (1...UInt64(HM10Handles.limit + 40)).map { added(otherNotice($0)) }
        let said = spoken(.hm10, [.notice(.ringing, call, at: Events.at)] + many)
        let items = try #require(HM10Reader.items(in: said))
        var live: Set<String> = []
        for case .notification(let notification) in items {
            expect(notification.uid.count, is: 4)
            if notification.event == "2" {
                #expect(live.remove(notification.uid) != nil && notification.uid != "0001")
            } else {
                #expect(live.insert(notification.uid).inserted)
            }
            #expect(live.count <= HM10Handles.limit + 1)
        }
        #expect(live.count == HM10Handles.limit + 1 && live.contains("0001"))
        #expect(live.isDisjoint(with: ["0000", "0010", "0013", "0017", "0019"]))
    }

    @Test(arguments: Charset.allCases, [1, 2, 3, 10, 13, 17, 18, 19, 20, 50, 99])
    func `whatever comes, an answer is whole and its length is true`(
        _ charset: Charset, _ length: Int
    ) throws {
        for event in Trouble.events(seed: 9, count: 8) {
            var format = format([event], SerialStyle(charset: charset))
            for attribute in 0...9 {
                let digits = length < 10 ? "0\(length)" : "\(length)"
                let handle = event.urgency == .ringing ? "0001" : "0015"
                let said = answer(&format, "AT+ANCS\(handle)\(attribute)\(digits)")
                guard case .answer(let found)? = HM10Reader.items(in: said)?.first else {
                    Issue.record("no answer")
                    continue
                }
                expect(found.length, is: found.text.count)
                #expect(!(1...3).contains(attribute) || found.text.count <= length)
                #expect(found.text.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
                #expect(![0x11, 0x13].contains(found.length))
                #expect(!String(decoding: found.text, as: UTF8.self).contains("OK+"))
                if charset == .utf8 {
                    #expect(String(validating: found.text, as: UTF8.self) != nil)
                }
            }
        }
    }
}
