import Board
import Expecting
import Notices
import Testing

@testable import MQTT

/// What others send, however it looks.
struct WishTests {
    @Test(
        arguments: [
            ("answer", .answer, nil, "an act"), ("decline\n", .decline, nil, "with its line's end"),
            ("clear 004hmasw9nf6y", .clear, "004hmasw9nf6y", "of one notice"),
            ("Answer", nil, nil, "words are as they are written"), ("", nil, nil, "nothing"),
            ("answer now please", nil, nil, "too many words"),
            ("clear x", nil, nil, "no name of a notice"),
            (#"{"do":"answer"}"#, nil, nil, "no object"),
            (String(repeating: "a", count: 100), nil, nil, "too long"),
            ("answer" + String(repeating: " ", count: 58), .answer, nil, "64 bytes"),
            ("answer" + String(repeating: " ", count: 59), nil, nil, "one more"),
        ] as [(String, NoticeAction?, String?, String)])
    func `an act is a word, perhaps with a notice`(
        _ text: String, _ act: NoticeAction?, _ notice: String?, _ why: String
    ) {
        let wish = ActionMessage(Array(text.utf8))
        expect(wish?.act, is: act, "\(why)")
        expect(wish?.notice?.description, is: notice, "\(why)")
    }

    @Test func `bytes that are no text are no act`() {
        for byte in UInt8.min...UInt8.max {
            #expect(ActionMessage([byte]) == nil)
            let wish = ActionMessage(Array("answer ".utf8) + [byte])
            #expect(wish == nil || wish?.notice == nil)
        }
    }

    @Test(
        arguments: [
            ("The tea is ready", "The tea is ready", nil, nil, "a text"),
            (#"{"text":"Tea","for":60,"level":"urgent"}"#, "Tea", 60, "urgent", "an object"),
            (#"{"text":"Tea"}"#, "Tea", nil, nil, "with its text alone"),
            ("", nil, nil, nil, "nothing"), (#"{"text":""}"#, nil, nil, nil, "nothing in it"),
            (#"{"text":"a","for":0}"#, nil, nil, nil, "no time"),
            (#"{"text":"a","fro":1}"#, nil, nil, nil, "a slip"),
            (#"{"text":7}"#, nil, nil, nil, "no text"), ("{", nil, nil, nil, "half an object"),
            (String(repeating: "a", count: 5_000), nil, nil, nil, "too long"),
        ] as [(String, String?, Int?, String?, String)])
    func `a text comes as it is, or with how long and how loud`(
        _ payload: String, _ text: String?, _ seconds: Int?, _ level: String?, _ why: String
    ) {
        let wish = try? TextMessage(Array(payload.utf8))
        expect(wish?.text, is: text, "\(why)")
        expect(wish?.seconds, is: seconds, "\(why)")
        expect(wish?.level, is: level, "\(why)")
    }

    @Test(arguments: [
        ("Keys", "keys_", "capitals are made small"), ("keys", "keys", "as it is"),
        ("Mara's bag", "mara_s_bag_", "what is no letter"),
        ("Schlüssel", "schl_ssel_", "nor ASCII"),
        ("🔑", "__", "nothing is left"), ("", "_", "nothing"),
    ])
    func `a name is a level of a topic`(_ name: String, _ start: String, _ why: String) {
        let slug = Slug.of(name)
        #expect(slug.hasPrefix(start), "\(why): \(slug)")
        #expect(slug.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains))
    }

    @Test func `names that look alike without their marks are two`() {
        #expect(Slug.of("Müller") != Slug.of("Möller"))
        #expect(Slug.of("Keys") != Slug.of("keys"))
    }

    @Test func `topics are read back as they were made`() throws {
        let topics = HomeTopics(HomeOptions(topic: "home/cb", bridge: "hall", version: "1"))
        let id = try #require(PhoneID("5a0c93e1"))
        for leaf in PhoneLeaf.allCases {
            let found = topics.phone(in: topics.phone(id, leaf))
            expect(found?.id, is: id)
            expect(found?.leaf, is: leaf)
        }
        for other in ["home/cb/hall", "home/cb/hall/x/link", "home/cb/hall/5a0c93e1/link/x", ""] {
            #expect(topics.phone(in: other) == nil)
        }
        for kind in PlaceKind.allCases {
            let found = topics.place(in: topics.place(kind, "keys"))
            expect(found?.kind, is: kind)
            expect(found?.slug, is: "keys")
        }
        for other in ["home/cb/hall/thing/x", "home/cb/hall/item", "home/cb/hall/item/x/y"] {
            #expect(topics.place(in: other) == nil)
        }
    }

    @Test(arguments: [
        ("callboard/hall/status", true, "its own"),
        ("callboard/hall/item/anything", true, "whatever it is"),
        ("homeassistant/device/callboard_hall/config", true, "its device"),
        ("homeassistant/device/callboard_hall_0000beef/config", true, "a phone's"),
        ("homeassistant/device/callboard_hall_attic/config", false, "another bridge's"),
        ("homeassistant/device/callboard_hallway/config", false, "likewise"),
        ("elsewhere/device/callboard_hall/config", false, "nobody looks there"),
        ("homeassistant/device/callboard_hall/state", false, "nor there"),
        ("callboard/hallway/status", false, "another bridge"),
        ("callboard/hall", false, "no topic"),
    ])
    func `only what a bridge tells is its own`(_ topic: String, _ isOurs: Bool, _ why: String) {
        let topics = HomeTopics(HomeOptions(bridge: "hall", version: "1"))
        expect(topics.isOurs(topic), is: isOurs, "\(why)")
    }

    @Test func `topics with other bytes are others, even if they look the same`() {
        let topics = HomeTopics(HomeOptions(topic: "K\u{FC}che", bridge: "hall", version: "1"))
        #expect(topics.place(in: "K\u{FC}che/hall/item/keys")?.slug == "keys")
        #expect(topics.place(in: "Ku\u{308}che/hall/item/keys") == nil)
        #expect(topics.place(in: "K\u{FC}che/hall/\u{301}item/keys") == nil)
        #expect(!topics.isOurs("Ku\u{308}che/hall/item/keys"))
    }
}
