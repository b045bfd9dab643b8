import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Board
@testable import Outlets
@testable import Screen

struct BoardViewPictureTests {
    struct Size: CustomTestStringConvertible {
        let columns: Int
        let rows: Int
        var testDescription: String { "\(columns)x\(rows)" }
    }

    struct Scene: CustomTestStringConvertible, Sendable {
        let name: String
        let play: @Sendable (inout PicturedView) -> Void
        var ringing: [String] = []
        var testDescription: String { name }
    }

    private static let sizes = [(20, 4), (40, 12), (80, 24), (132, 43), (200, 60)]
        .map { Size(columns: $0.0, rows: $0.1) }

    private static func row(_ number: UInt64, _ days: Int64, _ who: String) -> BoardRow {
        BoardRow(
            id: NoticeID(rawValue: number),
            time: PicturedDay.noon.advanced(by: .seconds(-86_400 * days)), kind: Category(.social),
            who: who, text: "About the parcel 📦")
    }

    /// A mail that is longer than its row.
    private static let open = {
        var notice = PicturedDay.notice(
            60, .email, "Brandt Bicycles",
            """
            Your bicycle is ready. New chain, both brakes, and the light at the back that had \
            been loose since spring.

            We are here until six today, and from nine to one on Saturday. Bring the receipt \
            with the number 1042, please: https://bicycles.example/orders/1042/receipt

            Дмитрий 山田太郎
            """, appID: "com.apple.mobilemail", app: "Mail")
        notice.subtitle = Text("Repair 1042")
        notice.flags = [.important, .negativeAction]
        notice.date = PhoneDate(parsing: Array("20260302T115900".utf8)[...])
        return notice
    }()

    private static let scenes = [
        Scene(name: "chosen", play: { $0.press(.down, .down, .down) }),
        Scene(
            name: "typed-filter",
            play: {
                $0.press(.character("f"))
                $0.type("ZOE")
            }),
        Scene(
            name: "filter-without-rows",
            play: {
                $0.press(.character("f"))
                $0.type("nobody")
                $0.press(.enter)
            }),
        Scene(
            name: "typed-search",
            play: {
                $0.press(.character("/"))
                $0.type("山田さんの会議は")
                $0.press(.left, .left)
            }),
        Scene(
            name: "search",
            play: {
                $0.press(.character("/"))
                $0.type("parcel")
                $0.press(.enter)
                $0.view.show(
                    [
                        row(1, 0, "Print Shop"), row(2, 1, "Zoë Müller"), row(3, 20, "山田太郎"),
                        row(4, 400, "Дмитрий"),
                    ], of: "parcel", report: "found 4")
                $0.press(.down, .down)
            }),
        Scene(
            name: "search-in-vain",
            play: {
                $0.press(.character("/"))
                $0.type("parcel")
                $0.press(.enter)
                $0.view.show(
                    [], of: "parcel",
                    report: "the history in /var/lib/callboard is private to root; type sudo "
                        + "callboard search …")
            }),
        Scene(
            name: "open",
            play: {
                $0.take(.added, open)
                $0.press(.down, .enter)
            }),
        Scene(
            name: "open-under-a-call",
            play: {
                $0.take(.added, open)
                $0.press(.down, .right)
            }, ringing: ["Davidson Ro"]),
        Scene(
            name: "groups",
            play: {
                for number in 80...89 {
                    let who = number < 84 ? "Zoë Müller" : number < 86 ? "Nina" : "山田太郎"
                    $0.take(.added, PicturedDay.notice(number, .social, who, "message \(number)"))
                }
                $0.press(.down, .down, .down, .down, .enter)
            }),
        Scene(
            name: "help-under-a-call", play: { $0.press(.character("?")) },
            ringing: ["Davidson Ro"]),
        Scene(name: "help", play: { $0.press(.character("?"), .down, .down) }),
        Scene(
            name: "message",
            play: {
                $0.view.message = "permission denied: be in group callboard-act or use sudo"
            }),
        Scene(
            name: "trouble",
            play: {
                $0.board = DayBoard()
                $0.view.trouble = "the bridge has stopped; it is tried again"
                $0.view.hintsAtHelp = true
            }),
        Scene(
            name: "typed-under-a-call",
            play: {
                $0.press(.character("f"))
                $0.type("zoe")
            }, ringing: ["Davidson Ro"]),
        Scene(
            name: "message-under-a-call",
            play: { $0.view.message = "the phone refused: it knows no such notification" },
            ringing: ["Davidson Ro"]),
    ]

    @Test(arguments: sizes, scenes)
    func `what a person does looks like its picture`(size: Size, scene: Scene) throws {
        var pictured = PicturedView(PicturedDay.board(ringing: scene.ringing))
        scene.play(&pictured)
        let drawn = pictured.drawn(size.columns, size.rows)
        let name = "view-\(scene.name)-\(size.testDescription)"
        try expect(drawn, is: PicturedDay.picture(name, drawn: drawn))
        let ascii = pictured.drawn(size.columns, size.rows, isUTF8: false)
        #expect(ascii.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }

    @Test(arguments: scenes)
    func `no size is too small or too large for it`(scene: Scene) {
        for caller in [[], ["Zoë 👩‍👩‍👧"]] {
            var pictured = PicturedView(PicturedDay.board(ringing: caller))
            scene.play(&pictured)
            for columns in [0, 1, 2, 3, 5, 7, 13, 39, 499] {
                for rows in [0, 1, 2, 3, 4, 7, 9, 199] {
                    let canvas = pictured.canvas(columns, rows)
                    expect(canvas.columns, is: max(1, columns))
                    expect(canvas.rows, is: max(1, rows))
                }
            }
        }
    }

    @Test func `what is typed is seen around the cursor, however long it is`() {
        var pictured = PicturedView()
        pictured.press(.character("/"))
        pictured.type(String(repeating: "long ", count: 20) + "end")
        #expect(pictured.drawn(20, 4).hasSuffix("/ong long long end\n"))
        let bar = pictured.canvas(20, 4).row(3)
        expect(bar.filter { $0.tone == .cursor }.map(\.character), is: [" "])
        pictured.press(.home)
        #expect(pictured.drawn(20, 4).hasSuffix("/long long long long\n"))
        expect(pictured.canvas(20, 4).row(3).first { $0.tone == .cursor }?.character, is: "l")
    }
}
