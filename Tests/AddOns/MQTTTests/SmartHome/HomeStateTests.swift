import ANCS
import Beacons
import Board
import ControlSupport
import Expecting
import JSON
import Linux
import Notices
import Testing

@testable import MQTT

/// What is told of phones: what holds, what happens, and how much of it.
struct HomeStateTests {
    static let at =
        WallTime(year: 2026, month: 3, day: 2, hour: 10, minute: 4, second: 2)
        ?? WallTime(milliseconds: 0)
    static let phone = PhoneName("Anna's iPhone", id: PhoneID("5a0c93e1"))
    static let base = "callboard/hall/5a0c93e1"

    static func options(_ detail: BoardOptions.Detail = .full) -> HomeOptions {
        HomeOptions(bridge: "hall", detail: detail, discoveryPrefix: nil, version: "0.1.0")
    }

    static func notice(
        _ number: UInt64, _ category: CategoryID = .social, flags: EventFlags = .negativeAction,
        title: String = "Quince", message: String = "the marmalade is ready", call: Call? = nil
    ) -> Notice {
        var notice = Notice(
            id: NoticeID(rawValue: number), phone: phone.name, category: Category(category),
            flags: flags, uid: NotificationUID(rawValue: 7), appID: Text("com.example.app"),
            appName: Text("Tamarind"), title: Text(title), message: Text(message), received: at,
            call: call)
        notice.phoneID = phone.id
        return notice
    }

    static func call(_ number: UInt64, _ state: Call.State = .ringing) -> Notice {
        notice(
            number, state == .missed ? .missedCall : .incomingCall,
            flags: [.positiveAction, .negativeAction], message: "", call: Call(state: state))
    }

    /// A state that follows a bridge with one phone that is ready.
    static func state(_ options: HomeOptions = options()) -> HomeState {
        var state = HomeState(options)
        state.begin()
        _ = state.take(.phone(.ready, phone, at: at), news: nil, at: at)
        state.catchUp()
        _ = state.held()
        return state
    }

    /// What is told of something that happens.
    private static func happen(
        _ state: inout HomeState, _ change: NoticeChange, _ notice: Notice
    ) -> [HomeMessage] {
        let event = BridgeEvent.notice(change, notice, at: at)
        return state.take(event, news: event, at: at)
    }

    private static func words(_ messages: [HomeMessage]) -> [String: String] {
        Dictionary(
            messages.map { ($0.topic, String(decoding: $0.payload, as: UTF8.self)) },
            uniquingKeysWith: { $1 })
    }

    private static func count(_ key: String, in state: inout HomeState) -> Int? {
        state.tellAllAgain()
        let counts = state.held().first { $0.topic == "\(base)/counts" }
        return (try? JSONValue(parsing: counts?.payload ?? []))?.number(key)
    }

    @Test func `before all has come nothing of it is told, and then all at once`() {
        var state = HomeState(Self.options())
        expect(Self.words(state.held())["callboard/hall/status"], is: "offline")
        state.begin()
        _ = state.take(.phone(.ready, Self.phone, at: Self.at), news: nil, at: Self.at)
        let held = BridgeEvent.notice(.added, Self.notice(1), at: Self.at)
        expect(state.take(held, news: nil, at: Self.at), is: [], "what held before is no news")
        expect(state.held(), is: [])
        state.catchUp()
        let told = Self.words(state.held())
        expect(told["callboard/hall/status"], is: "online")
        expect(told["\(Self.base)/link"], is: "ready")
        expect(told["\(Self.base)/availability"], is: "online")
        expect(told["\(Self.base)/ringing"], is: "OFF")
        #expect(told["\(Self.base)/counts"]?.contains(#""on_phone":1"#) == true)
        expect(state.held(), is: [], "once")
    }

    @Test func `a ring is told at once, is over with the call, and expires`() {
        var state = Self.state()
        let news = Self.happen(&state, .ringing, Self.call(1))
        expect(news.map(\.topic), is: ["\(Self.base)/call", "\(Self.base)/event"])
        expect(news.map(\.kind), is: [.moment, .moment], "an old ring is of no use")
        expect(news.map(\.expiry), is: [90, 90])
        let ring = state.held().first { $0.topic == "\(Self.base)/ringing" }
        expect(ring?.payload, is: Array("ON".utf8))
        expect(ring?.expiry, is: 90)
        _ = Self.happen(&state, .ended, Self.call(1, .ended))
        let end = state.held().first { $0.topic == "\(Self.base)/ringing" }
        expect(end?.payload, is: Array("OFF".utf8))
        expect(end?.expiry, is: nil)
    }

    @Test(
        arguments: [
            (.added, HomeStateTests.notice(1), ["event social"], "something came"),
            (.added, HomeStateTests.notice(1, flags: .preExisting), [], "it was there before"),
            (
                .added, HomeStateTests.notice(1, CategoryID(rawValue: 200)), ["event other"],
                "a category without a name"
            ),
            (.ringing, HomeStateTests.call(1), ["call ringing", "event incoming_call"], "a ring"),
            (.answered, HomeStateTests.call(1), ["call answered"], "taken"),
            (.ended, HomeStateTests.call(1), ["call ended"], "over"),
            (.missed, HomeStateTests.call(1), ["call missed", "event missed_call"], "missed"),
            (.modified, HomeStateTests.notice(1), ["change modified"], "changed"),
            (.removed, HomeStateTests.notice(1), ["change removed"], "gone"),
        ] as [(NoticeChange, Notice, [String], String)])
    func `what happens goes to its topic with its type`(
        _ change: NoticeChange, _ notice: Notice, _ told: [String], _ why: String
    ) throws {
        var state = Self.state()
        let messages = Self.happen(&state, change, notice)
        let words = try messages.map { message in
            let value = try JSONValue(parsing: message.payload)
            let leaf = message.topic.dropFirst(Self.base.count + 1)
            return "\(leaf) \(value.text("event_type") ?? "")"
        }
        expect(words, is: told, "\(why)")
        #expect(messages.allSatisfy { $0.kind != .held }, "events are never kept")
    }

    private static func text(of messages: [HomeMessage]) -> String {
        messages.map { String(decoding: $0.payload, as: UTF8.self) + $0.topic }.joined()
    }

    @Test(
        arguments: [
            (.full, ["Quince", "Tamarind", "marmalade", "Anna"], [], "all words"),
            (.names, ["Quince", "Tamarind", "Anna"], ["marmalade"], "who, and which app"),
            (
                .counts, ["social"], ["Quince", "Tamarind", "marmalade", "Anna", "com.example"],
                "no words"
            ),
        ] as [(BoardOptions.Detail, [String], [String], String)])
    func `no more leaves the machine than was said`(
        _ detail: BoardOptions.Detail, _ told: [String], _ hidden: [String], _ why: String
    ) {
        var options = Self.options(detail)
        options.discoveryPrefix = "homeassistant"
        var state = Self.state(options)
        var all = Self.happen(&state, .added, Self.notice(1))
        all += Self.happen(&state, .modified, Self.notice(1))
        state.tellAllAgain()
        all += state.held()
        let text = Self.text(of: all)
        for word in told { #expect(text.contains(word), "\(why): \(word)") }
        for word in hidden { #expect(!text.contains(word), "\(why): \(word)") }
    }

    @Test(
        arguments: [
            (.full, .full, "all words"), (.names, .names, "who, and which app"),
            (.counts, nil, "no words"),
        ] as [(BoardOptions.Detail, TellingNotice.Detail?, String)])
    func `no field of a notice is told that its detail does not have`(
        _ detail: BoardOptions.Detail, _ level: TellingNotice.Detail?, _ why: String
    ) {
        var state = Self.state(Self.options(detail))
        let notice = TellingNotice.notice()
        let phone = PhoneName(notice.phone, bond: notice.bond)
        _ = state.take(.phone(.ready, phone, at: Self.at), news: nil, at: Self.at)
        let call = TellingNotice.notice(78, call: Call(state: .ringing))
        var all = Self.happen(&state, .added, notice)
        for change in [NoticeChange.ringing, .missed, .ended] {
            all += Self.happen(&state, change, call)
        }
        all += state.held()
        let told = TellingNotice.told(in: Self.text(of: all))
        #expect(TellingNotice.tellable(level).isSuperset(of: told), "\(why): \(told)")
        #expect(told.isEmpty == (level == nil), "\(why)")
    }

    @Test(arguments: BoardOptions.Detail.allCases)
    func `a one-time code leaves the machine in no detail`(_ detail: BoardOptions.Detail) {
        var state = Self.state(Self.options(detail))
        let notice = Self.notice(
            1, title: "Your code 482913", message: "482913 is your verification code")
        #expect(notice.code != nil, "the example is one")
        let text = Self.happen(&state, .added, notice)
            .map { String(decoding: $0.payload, as: UTF8.self) }.joined()
        #expect(!text.contains("482913"))
    }

    @Test func `who called last is taken back where less may be told from now on`() {
        let last = "\(Self.base)/last"
        var state = Self.state(Self.options(.names))
        _ = Self.happen(&state, .ringing, Self.call(1))
        #expect(Self.words(state.held())[last]?.contains("Quince") == true)
        expect(Self.words(state.apply(Self.options(.counts)))[last], is: "")
        expect(Self.words(state.held())[last], is: nil)
        expect(Self.words(state.apply(Self.options(.names)))[last], is: nil)
        expect(Self.words(state.held())[last], is: nil, "it is not remembered either")
        for (detail, told) in [(BoardOptions.Detail.counts, ""), (.names, nil)] {
            var later = Self.state(Self.options(detail))
            let messages = later.takeBack(keptTopics: ["\(Self.base)/link"])
            expect(Self.words(messages)[last], is: told, "of an earlier run")
        }
    }

    @Test func `what is delivered in silence is an event unless somebody said otherwise`() {
        var options = Self.options()
        var state = Self.state(options)
        let silent = Self.notice(1, flags: .silent)
        expect(Self.happen(&state, .added, silent).count, is: 1)
        options.tellsSilent = false
        state = Self.state(options)
        expect(Self.happen(&state, .added, silent), is: [])
        expect(Self.count("on_phone", in: &state), is: 1, "it is counted all the same")
    }

    @Test func `the host's own texts are on no phone`() {
        var state = Self.state()
        let text = Notice(
            showing: "Quince", id: NoticeID(rawValue: 9), on: "Anna's iPhone", flags: [],
            at: Self.at)
        expect(Self.happen(&state, .added, text), is: [], "it may have come from here")
        expect(Self.count("on_phone", in: &state), is: 0)
    }

    @Test func `calls that were missed count for their day, also once they are gone`() {
        var state = Self.state()
        _ = Self.happen(&state, .missed, Self.call(1, .missed))
        expect(Self.count("missed", in: &state), is: 1)
        expect(Self.count("missed_today", in: &state), is: 1)
        _ = Self.happen(&state, .removed, Self.call(1, .missed))
        expect(Self.count("missed", in: &state), is: 0)
        expect(Self.count("missed_today", in: &state), is: 1)
        state.move(to: Self.at.advanced(by: .seconds(86_400)))
        expect(Self.count("missed_today", in: &state), is: 0)
    }

    @Test func `an act is offered only while it would do what it says`() throws {
        var state = Self.state()
        let answer = try #require(ActionMessage(Array("answer".utf8)))
        let clear = try #require(ActionMessage(Array("clear".utf8)))
        let id = try #require(Self.phone.id)
        expect(state.notice(for: answer, on: id), is: nil)
        _ = Self.happen(&state, .added, Self.notice(1))
        _ = Self.happen(&state, .added, Self.notice(2))
        expect(state.notice(for: clear, on: id), is: NoticeID(rawValue: 2), "the newest")
        _ = Self.happen(&state, .ringing, Self.call(3))
        expect(state.notice(for: answer, on: id), is: NoticeID(rawValue: 3))
        expect(state.notice(for: clear, on: id), is: NoticeID(rawValue: 2), "no call is cleared")
        // A phone offers to call back whoever was missed.
        _ = Self.happen(&state, .missed, Self.call(3, .missed))
        expect(state.notice(for: answer, on: id), is: nil)
    }

    @Test func `a phone keeps its topics when it is called otherwise`() {
        var state = Self.state()
        let renamed = BridgeEvent.renamed(
            Self.phone.called("Work"), was: "Anna's iPhone", at: Self.at)
        _ = state.take(renamed, news: renamed, at: Self.at)
        var notice = Self.notice(1)
        notice.phone = "Work"
        expect(Self.happen(&state, .added, notice).map(\.topic), is: ["\(Self.base)/event"])
        expect(state.phoneIDs.count, is: 1)
    }

    @Test func `a bridge that is gone holds nothing, and one that begins has told nothing yet`() {
        var state = Self.state()
        _ = Self.happen(&state, .ringing, Self.call(1))
        _ = state.held()
        state.lose()
        let gone = Self.words(state.held())
        expect(gone["callboard/hall/status"], is: "offline")
        expect(gone["\(Self.base)/ringing"], is: "OFF")
        expect(gone["\(Self.base)/availability"], is: "offline")
        state.begin()
        _ = state.take(.phone(.ready, Self.phone, at: Self.at), news: nil, at: Self.at)
        expect(state.held(), is: [])
        state.catchUp()
        let again = Self.words(state.held())
        expect(again["callboard/hall/status"], is: "online")
        expect(again["\(Self.base)/availability"], is: "online")
    }

    @Test func `the list of phones is told anew when one comes, and when one is forgotten`() throws
    {
        var state = Self.state()
        func told() -> String? { Self.words(state.held())["callboard/hall/info"] }
        let other = PhoneName("Ben's iPhone", id: PhoneID("0000beef"))
        let event = BridgeEvent.phone(.ready, other, at: Self.at)
        _ = state.take(event, news: event, at: Self.at)
        expect(told()?.contains(#""phones":["0000beef","5a0c93e1"]"#), is: true)
        let id = try #require(other.id)
        _ = state.know(paired: [(id, other.name, nil)])
        expect(told()?.contains(#""phones":["0000beef"]"#), is: true)
        expect(told(), is: nil, "and not while it is as it was")
    }

    @Test func `a phone that is forgotten takes everything with it`() {
        var options = Self.options()
        options.discoveryPrefix = "homeassistant"
        var state = Self.state(options)
        let messages = state.know(paired: [])
        expect(messages.first?.topic, is: "homeassistant/device/callboard_hall_5a0c93e1/config")
        #expect(messages.allSatisfy { $0.payload.isEmpty && $0.kind == .held })
        #expect(messages.contains { $0.topic == "\(Self.base)/counts" })
        expect(state.phoneIDs, is: [])
    }

    @Test func `what a broker kept of an earlier time is taken back where it is no more`() {
        var state = Self.state()
        let messages = state.takeBack(keptTopics: [
            "\(Self.base)/link", "callboard/hall/0000beef/link", "callboard/hall/item/keys",
            "callboard/other/0000beef/link", "nonsense",
        ])
        let topics = Set(messages.map(\.topic))
        #expect(topics.contains("callboard/hall/0000beef/counts"))
        #expect(topics.contains("callboard/hall/item/keys"))
        #expect(!topics.contains { $0.hasPrefix(Self.base) || $0.contains("other") })
    }

    @Test func `an item that the configuration no longer has is taken back at once`() {
        var options = Self.options()
        options.discoveryPrefix = "homeassistant"
        var state = Self.state(options)
        func take(_ change: BeaconChange) -> [HomeMessage] {
            let news = BridgeEvent.beacon(
                BeaconNews(change, of: .item(BeaconItem("Wallet"), region: "w"), zone: .near),
                at: Self.at)
            return state.take(news, news: news, at: Self.at)
        }
        _ = take(.near)
        expect(Self.words(state.held())["callboard/hall/item/wallet"], is: "ON")
        let messages = take(.withdrawn)
        expect(
            messages.map(\.topic),
            is: [
                "homeassistant/device/callboard_hall/config", "callboard/hall/item/wallet",
                "callboard/hall/beacons",
            ])
        expect(messages.dropFirst().first?.payload, is: [])
        let retired = String(decoding: messages.first?.payload ?? [], as: UTF8.self)
        #expect(retired.contains(#""item_wallet":{"platform":"binary_sensor"}"#), "\(retired)")
        let held = Self.words(state.held())
        expect(held["callboard/hall/item/wallet"], is: nil)
        expect(
            held["homeassistant/device/callboard_hall/config"]?.contains("item_wallet"), is: false)
    }

    @Test func `a beacon that is left when its item goes has a topic of its own`() {
        var state = Self.state()
        func take(_ change: BeaconChange, _ subject: BeaconSubject) -> [HomeMessage] {
            let event = BridgeEvent.beacon(
                BeaconNews(change, of: subject, zone: .near), at: Self.at)
            return state.take(event, news: nil, at: Self.at)
        }
        let item = BeaconSubject.item(BeaconItem("keys"), region: "keys")
        _ = take(.near, item)
        expect(Self.words(state.held())["callboard/hall/item/keys"], is: "ON")
        expect(take(.withdrawn, item).map(\.topic), is: ["callboard/hall/item/keys"])
        _ = take(.near, .region("keys"))
        let held = Self.words(state.held())
        expect(held["callboard/hall/item/keys"], is: nil, "nothing fills it again")
        expect(held["callboard/hall/beacon/keys"], is: "ON")
        let kept = state.takeBack(keptTopics: [
            "callboard/hall/item/keys", "callboard/hall/beacon/keys", "callboard/hall/beacon/x",
        ])
        expect(kept.map(\.topic), is: ["callboard/hall/beacon/x", "callboard/hall/item/keys"])
    }

    @Test func `what a bridge has no more after a restart is taken back, also an old name`() {
        var state = Self.state()
        func tell(_ name: String) {
            let news = BeaconNews(.near, of: .item(BeaconItem(name), region: "w"), zone: .near)
            _ = state.take(.beacon(news, at: Self.at), news: nil, at: Self.at)
        }
        tell("Wallet")
        tell("Keys")
        state.begin()
        tell("Keys")
        let gone = state.catchUp()
        expect(gone.map(\.topic), is: ["callboard/hall/item/wallet"])
        expect(gone.map(\.payload), is: [[]])
        let kept = state.takeBack(keptTopics: [
            "callboard/hall/item/keys", "callboard/hall/item/" + Slug.of("Keys"),
        ])
        expect(kept.map(\.topic), is: ["callboard/hall/item/" + Slug.of("Keys")])
    }

    @Test func `devices are taken back from where Home Assistant looked before`() {
        var old = Self.options()
        old.discoveryPrefix = "homeassistant"
        let info = BridgeInfo(options: old, phones: []).message
        let kept: Set = ["\(Self.base)/link", "callboard/hall/0000beef/link"]
        let devices = ["callboard_hall", "callboard_hall_0000beef", "callboard_hall_5a0c93e1"]
        for prefix in [nil, "house"] {
            var options = Self.options()
            options.discoveryPrefix = prefix
            var state = Self.state(options)
            let gone = state.takeBack(keptTopics: kept, info: info).filter {
                $0.topic.hasPrefix("homeassistant/")
            }
            expect(gone.map(\.topic), is: devices.map { "homeassistant/device/\($0)/config" })
            #expect(gone.allSatisfy { $0.payload.isEmpty && $0.kind == .held })
        }
        var state = Self.state(old)
        let same = state.takeBack(keptTopics: ["\(Self.base)/link"], info: info)
        expect(same, is: [])
    }

    @Test(arguments: [#""a/#""#, #""""#, #""+""#, "7", #""a\u0000""#])
    func `what is no place for devices is none`(_ word: String) {
        let info = Array(#"{"v":1,"detail":"full","discovery":\#(word)}"#.utf8)
        expect(BridgeInfo.discoveryPrefix(in: info), is: nil)
    }

    @Test func `a state is no longer than Home Assistant takes, which counts scalars`() throws {
        var options = Self.options()
        options.discoveryPrefix = "homeassistant"
        var state = HomeState(options)
        state.begin()
        let family = String(repeating: "👩‍👩‍👧‍👦", count: 300)
        let phone = PhoneName(family, id: PhoneID("5a0c93e1"))
        _ = state.take(.phone(.ready, phone, at: Self.at), news: nil, at: Self.at)
        state.catchUp()
        var call = Self.call(1)
        call.phone = family
        call.title = Text(family)
        _ = Self.happen(&state, .ringing, call)
        let held = Self.words(state.held())
        let last = try JSONValue(parsing: Array((held["\(Self.base)/last"] ?? "").utf8))
        let caller = try #require(last.text("caller"))
        #expect(caller.unicodeScalars.count <= 255)
        #expect(family.hasPrefix(caller) && !caller.isEmpty, "no character is cut in two")
    }

    @Test func `an app is called by its name once the phone has said that`() {
        var state = Self.state()
        var call = Self.call(1)
        call.appName = nil
        _ = Self.happen(&state, .ringing, call)
        #expect(Self.words(state.held())["\(Self.base)/last"]?.contains("com.example.app") == true)
        _ = Self.happen(&state, .ended, Self.call(1, .ended))
        #expect(Self.words(state.held())["\(Self.base)/last"]?.contains("Tamarind") == true)
    }

    @Test func `devices are taken back before what is told of them`() throws {
        var options = Self.options()
        options.discoveryPrefix = "homeassistant"
        var state = HomeState(options)
        state.begin()
        _ = state.take(.phone(.ready, Self.phone, at: Self.at), news: nil, at: Self.at)
        state.catchUp()
        _ = state.held()
        let topics = state.withdrawal().map(\.topic)
        let first = try #require(topics.firstIndex { $0.hasPrefix("callboard/") })
        #expect(topics[..<first].allSatisfy { $0.hasPrefix("homeassistant/") })
        #expect(topics[first...].allSatisfy { $0.hasPrefix("callboard/") })
    }

    @Test func `what an earlier run told of a phone is taken back with the rest`() {
        let topics = Self.state().withdrawal().map(\.topic)
        #expect(topics.contains("\(Self.base)/last") && topics.contains("\(Self.base)/battery"))
        #expect(topics.contains("callboard/hall/info"))
    }

    private static var played: PlayedMedia {
        var media = PlayedMedia()
        (media.title, media.artist) = (Text("One"), Text("Zoë"))
        (media.player, media.state) = (Text("Music"), .playing)
        (media.volume, media.duration) = (0.5, .seconds(187))
        return media
    }

    @Test func `what is playing is told as far as the detail allows, and from then on`() {
        for (detail, expected) in [
            (
                BoardOptions.Detail.full,
                #"{"state":"playing","title":"One","artist":"Zoë","player":"Music","duration":187,"#
                    + #""volume":50}"#
            ), (.names, #"{"state":"playing","volume":50}"#),
            (.counts, #"{"state":"playing"}"#),
        ] {
            var state = Self.state(Self.options(detail))
            state.tellAllAgain()
            expect(
                Self.words(state.held())["\(Self.base)/media"], is: #"{"state":"none"}"#,
                "what an earlier run told is not kept")
            for (media, words) in [(Self.played, expected), (nil, #"{"state":"none"}"#)] {
                let event = BridgeEvent.media(media, Self.phone, at: Self.at)
                expect(state.take(event, news: event, at: Self.at), is: [], "no event")
                expect(Self.words(state.held())["\(Self.base)/media"], is: words)
            }
        }
    }

    @Test func `a battery level is told as soon as the phone reports it`() {
        var state = Self.state()
        for level in [83, 82] {
            let event = BridgeEvent.battery(level, Self.phone, at: Self.at)
            _ = state.take(event, news: event, at: Self.at)
            expect(Self.words(state.held())["\(Self.base)/battery"], is: "\(level)")
        }
    }

    @Test func `a phone that says nothing of its battery for a while still has one`() throws {
        var state = Self.state()
        let id = try #require(Self.phone.id)
        for battery in [83, nil] {
            _ = state.know(paired: [(id, Self.phone.name, battery)])
            state.tellAllAgain()
            expect(Self.words(state.held())["\(Self.base)/battery"], is: "83")
        }
    }

    @Test func `more phones than there is room for are not followed`() {
        var state = HomeState(Self.options())
        state.begin()
        for number in 0..<(HomeState.phoneLimit + 5) {
            let phone = PhoneName("p\(number)", bond: "b\(number)")
            _ = state.take(.phone(.ready, phone, at: Self.at), news: nil, at: Self.at)
        }
        expect(state.phoneIDs.count, is: HomeState.phoneLimit)
    }
}
