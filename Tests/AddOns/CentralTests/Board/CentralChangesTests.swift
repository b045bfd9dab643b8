import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import Central
@testable import History

/// What a wall makes of one look after another.
struct CentralChangesTests {
    private static let now = SampleNotices.start.midnight.advanced(by: .seconds(12 * 3_600))

    /// A notice as a look finds it.
    private struct Found {
        var number = 1
        var history = "hall"
        var age = 10
        var state: Call.State?
        var words = "words"
        var removal: Notice.Removal?

        var notice: CentralNotice {
            let received = CentralChangesTests.now.advanced(by: .seconds(-age))
            var notice = SampleNotices.notice(number, words, at: received)
            if let state {
                notice.category = Category(state == .missed ? .missedCall : .incomingCall)
                notice.call = Call(state: state)
            }
            notice.removal = removal
            let removedAt = removal.map { _ in CentralChangesTests.now }
            return CentralNotice(
                history: history, site: "berlin", bridge: history, moment: received.milliseconds,
                stored: StoredNotice(
                    notice: notice, bond: "AA", life: [], removedAt: removedAt, detail: .full))
        }
    }

    private static func bridge(_ name: String, isConnected: Bool = true) -> CentralBridge {
        CentralBridge(
            site: "berlin", name: name, version: "1", isConnected: isConnected, state: "",
            waiting: 0, lost: 0, setAside: 0, lastSeen: now, history: name, number: 1,
            silence: .zero)
    }

    private static func words(_ events: [BridgeEvent]) -> String {
        events.map { event in
            guard case .notice(let change, let notice, _) = event else { return "?" }
            return "\(change.rawValue) \(notice.title.cleaned())"
        }.joined(separator: ", ")
    }

    private static let lives: [(looks: [[Found]], told: [String], why: String)] = [
        ([[Found()], [Found()]], ["added n1", ""], "what is as it was is no news"),
        (
            [[Found(number: 2, age: 1), Found(number: 1)]], ["added n1, added n2"],
            "what came first is told first"
        ),
        ([[Found()], [Found(words: "other")]], ["added n1", "modified n1"], "words change"),
        (
            [[Found()], [Found(removal: .phone)], [Found(removal: .phone)]],
            ["added n1", "removed n1", ""], "it goes from the phone"
        ),
        (
            [[Found()], [Found(words: "other", removal: .phone)]],
            ["added n1", "modified n1, removed n1"], "both between two looks"
        ),
        (
            [[Found(removal: .phone)], [Found()]],
            ["added n1, removed n1", "forgotten n1, added n1"], "it is there again"
        ),
        ([[Found()], []], ["added n1", "forgotten n1"], "it was forgotten at its bridge"),
        (
            [[Found(state: .ringing)], [Found(state: .answered)], [Found(state: .ended)]],
            ["ringing n1", "answered n1", "ended n1"], "a call that is taken"
        ),
        (
            [[Found(state: .ringing)], [Found(state: .missed)], [Found(state: .missed)]],
            ["ringing n1", "missed n1", ""], "a call that is missed"
        ),
        (
            [[Found(age: 181, state: .ringing)]], ["ended n1"],
            "no phone rings that long: its bridge heard no end"
        ),
        (
            [[Found(age: -181, state: .ringing)]], ["ended n1"],
            "the same with a bridge whose clock is ahead"
        ),
        (
            [[], [Found(age: 240, state: .ringing)], [Found(age: 240, state: .ringing)]],
            ["", "ringing n1", ""], "what begins to ring rings, whatever its bridge's clock says"
        ),
        ([[], [Found(age: -240, state: .ringing)]], ["", "ringing n1"], "or one that is ahead"),
        (
            [[], [Found(age: 3_601, state: .ringing)]], ["", "ended n1"],
            "what is handed in late rings no more"
        ),
        ([[Found(age: 3_600, state: .answered)]], ["answered n1"], "people talk for an hour"),
        (
            [[Found(age: 11 * 3_600, removal: .phone), Found(age: 13 * 3_600, removal: .user)]],
            ["added n1, removed n1"], "what went before midnight is of no interest"
        ),
        (
            [[Found(age: 13 * 3_600), Found(age: 40 * 3_600, state: .missed)]],
            ["missed n1, added n1"], "what is still there is"
        ),
    ]

    @Test(arguments: lives.indices) func `a look tells what happened since the last`(
        _ index: Int
    ) {
        let (looks, told, why) = Self.lives[index]
        var news = CentralChanges()
        let all = looks.map {
            Self.words(
                news.look(at: $0.map(\.notice), of: [Self.bridge("hall")], now: Self.now))
        }
        expect(all, is: told, "\(why)")
    }

    @Test func `a call of a bridge that is not there does not ring on`() {
        var news = CentralChanges()
        let ringing = [Found(state: .ringing).notice]
        expect(
            Self.words(news.look(at: ringing, of: [Self.bridge("hall")], now: Self.now)),
            is: "ringing n1")
        let gone = Self.bridge("hall", isConnected: false)
        expect(Self.words(news.look(at: ringing, of: [gone], now: Self.now)), is: "ended n1")
        expect(
            Self.words(news.look(at: ringing, of: [Self.bridge("hall")], now: Self.now)),
            is: "ringing n1")
    }

    @Test func `a call that began here rings for three minutes by the wall's clock`() {
        var news = CentralChanges()
        _ = news.look(at: [], of: [Self.bridge("hall")], now: Self.now)
        let told = [0, 179, 181].map { seconds in
            Self.words(
                news.look(
                    at: [Found(age: 240, state: .ringing).notice], of: [Self.bridge("hall")],
                    now: Self.now.advanced(by: .seconds(seconds))))
        }
        expect(told, is: ["ringing n1", "", "ended n1"])
    }

    @Test func `what a search finds in two histories is told apart`() {
        let both = [Found(history: "hall").notice, Found(history: "attic").notice]
        let named = both.namedApart
        expect(Set(named.map(\.notice.id)).count, is: 2)
        expect(
            named.map(\.notice.phone),
            is: ["berlin/hall Ann's iPhone", "berlin/attic Ann's iPhone"])
    }

    @Test func `two histories may name different notices alike`() {
        var news = CentralChanges()
        let both = [Found(history: "hall").notice, Found(history: "attic").notice]
        let events = news.look(at: both, of: [], now: Self.now)
        let names = Set(
            events.compactMap { event -> NoticeID? in
                guard case .notice(_, let notice, _) = event else { return nil }
                return notice.id
            })
        expect(names.count, is: 2)
        expect(Self.words(news.look(at: both, of: [], now: Self.now)), is: "")
        let one = news.look(at: [both[1]], of: [], now: Self.now)
        guard case .notice(.forgotten, let notice, _)? = one.first, one.count == 1 else {
            Issue.record("it is not told which is gone")
            return
        }
        expect(notice.phone, is: "berlin/hall Ann's iPhone")
    }
}
