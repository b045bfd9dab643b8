import Board
import ControlSupport
import Expecting
import Linux
import Notices
import Support
import Testing
import WebSupport

@testable import Wall

/// Which words of notices each address of the wall tells to whom: never more than the token shows.
struct WallWordsTests {
    init() {
        LoopThread.start()
    }

    /// Every address, and whether it may tell anything of a notice at all.
    private static let targets: [(target: String, tells: Bool)] = [
        ("/", true), ("/board", true), ("/notice?id=000000000002d", true), ("/health", true),
        ("/notice?as=row&id=000000000002d", true), ("/history?as=rows", false),
        ("/metrics", true), ("/wall.js", false), ("/wall.css", false), ("/icon.svg", false),
        ("/robots.txt", false), ("/link/x", false), ("/nothing", false), ("/act", false),
        ("/history?serach=x", false), ("/events?of=nothing", false), ("/board.png?size=x", false),
    ]

    /// Everybody who may come, and what they may be told.
    private static let visitors: [(detail: BoardOptions.Detail?, tells: TellingNotice.Detail?)] = [
        (nil, nil), (.counts, nil), (.names, .names), (.full, .full),
    ]

    @Test(arguments: visitors.indices, [false, true]) @LoopActor
    func `no address tells a word that a token does not show`(
        _ index: Int, _ mayAct: Bool
    ) async throws {
        let visitor = Self.visitors[index]
        let bench = try WallBench()
        var fields: [String] = []
        if let detail = visitor.detail {
            fields = ["Authorization: Bearer \(try bench.token(detail, mayAct: mayAct))"]
        }
        #expect(await bench.isReady())
        bench.bridge.publish(.notice(.added, TellingNotice.notice(), at: .now))
        bench.bridge.publish(
            .notice(.ringing, TellingNotice.notice(78, call: Call(state: .ringing)), at: .now))
        #expect(await bench.hasHeard(1))
        let allowed = TellingNotice.tellable(visitor.tells)
        var told: Set<String> = []
        for (target, tells) in Self.targets {
            let answer = try #require(await bench.get(target, fields))
            let found = Set(TellingNotice.told(in: answer.text))
            #expect(found.isSubset(of: tells ? allowed : []), "\(target) tells \(found)")
            told.formUnion(found)
        }
        for act in ["answer", "decline", "clear", "nothing"] {
            let answer = try #require(
                await bench.post(
                    "{\"act\":\"\(act)\",\"notice\":\"000000000002e\"}", fields))
            expect(TellingNotice.told(in: answer.text), is: [], "\(act)")
        }
        // Otherwise nothing was looked for.
        expect(told.contains("title"), is: visitor.tells != nil)
        expect(told.contains("message"), is: visitor.tells == .full)
        bench.stop()
    }
}
