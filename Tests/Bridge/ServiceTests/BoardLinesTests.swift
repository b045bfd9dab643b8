import ANCS
import Control
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Service

/// What holds, as lines that all clients share.
struct BoardLinesTests {
    init() {
        LoopThread.start()
    }

    private static func notice(_ number: UInt64, _ title: String) -> Notice {
        Notice(
            id: NoticeID(rawValue: number), phone: "P", category: Category(.social), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)), title: Text(title),
            received: WallTime(milliseconds: 0))
    }

    private static func added(_ number: UInt64, _ title: String) -> BridgeEvent {
        .notice(.added, notice(number, title), at: WallTime(milliseconds: 0))
    }

    @Test @LoopActor func `only what has changed is written anew`() {
        let lines = BoardLines()
        var written: [String] = []
        var events: [BridgeEvent] = [
            .radio(.listening, at: WallTime(milliseconds: 0)), Self.added(1, "a"),
            .notice(.removed, Self.notice(1, "a"), at: WallTime(milliseconds: 1)),
            Self.added(2, "b"),
        ]
        func look() -> [String] {
            written = []
            let all = lines.lines(of: events) { event in
                let title =
                    if case .notice(let change, let notice, _) = event {
                        change.rawValue + notice.title.string
                    } else { "radio" }
                written.append(title)
                return BoardLines.Line(
                    bytes: SharedBytes(Array(title.utf8)), tags: ControlTags())
            }
            return all.map { String(decoding: $0.bytes.bytes, as: UTF8.self) }
        }
        expect(look(), is: ["radio", "addeda", "removeda", "addedb"])
        expect(written, is: ["radio", "addeda", "removeda", "addedb"])
        expect(look(), is: ["radio", "addeda", "removeda", "addedb"])
        expect(written, is: [], "nothing has happened")
        lines.change()
        events[3] = Self.added(2, "c")
        events.append(Self.added(3, "d"))
        expect(look(), is: ["radio", "addeda", "removeda", "addedc", "addedd"])
        expect(written, is: ["radio", "addedc", "addedd"])
        lines.change()
        events = [Self.added(3, "d")]
        expect(look(), is: ["addedd"])
        expect(written, is: [])
        lines.change()
        events = [Self.added(1, "a")]
        expect(look(), is: ["addeda"])
        expect(written, is: ["addeda"], "what went is not kept")
    }

    @Test @LoopActor func `a late line is the same for all who have yet to read it`() {
        let late = RecentLine(Self.added(1, "a"))
        var count = 0
        let make: (BridgeEvent) -> SharedBytes = { _ in
            count += 1
            return SharedBytes([1])
        }
        var held: [SharedBytes] = [late.line(make), late.line(make)]
        #expect(held[0] === held[1])
        expect(count, is: 1)
        held = []
        #expect(late.line(make).bytes == [1])
        expect(count, is: 2)
    }
}
