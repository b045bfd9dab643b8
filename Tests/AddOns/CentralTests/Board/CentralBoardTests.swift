import ANCS
import Board
import BridgeServiceSupport
import Expecting
import History
import Linux
import Notices
import Outlets
import Screen
import ServerSupport
import Support
import Testing
import Waiting

@testable import Central

/// A wall on a terminal, beside bridges that hand in to a real server.
struct CentralBoardTests {
    init() {
        LoopThread.start()
    }

    private static let all = "SELECT count(*) FROM callboard.notice"

    /// Hears what a wall wants of others.
    @LoopActor private final class Ear {
        var demands: [String] = []
    }

    /// A wall, a centre, and a bridge of two sites each.
    @LoopActor
    private final class House {
        let central: TestCentral
        let halls: [ServedBridge]
        private(set) var benches: [PushBench] = []
        let terminal: PseudoTerminal
        let controller: CentralBoard
        private let ear = Ear()

        var demands: [String] { ear.demands }

        /// - Parameters:
        ///   - user: who looks.
        ///   - thinkingLimit: how long the centre may say nothing.
        ///   - choose: what of all is to be on the wall.
        init(
            user: String = "hall", isAlone: Bool = false, detail: BoardOptions.Detail = .full,
            thinkingLimit: Duration = Patience.limit,
            _ choose: (inout CentralFilter) -> Void = { _ in }
        ) async throws {
            central = try await TestCentral(isAlone: isAlone)
            halls = [try ServedBridge(), try ServedBridge()]
            terminal = try PseudoTerminal()
            terminal.resize(columns: 100, rows: 24)
            try await central.run(
                "INSERT INTO callboard.access VALUES ('berlin', 'paris') ON CONFLICT DO NOTHING")
            for (site, hall) in zip(["berlin", "paris"], halls) {
                benches.append(
                    try PushBench(hall.socket, central.plan(), site: site, name: "hall"))
            }
            var filter = CentralFilter()
            choose(&filter)
            let ear = ear
            controller = CentralBoard(
                central.plan(user: user), filter, device: terminal.path,
                ScreenOptions(board: BoardOptions(detail: detail), isColored: false),
                alarm: .seconds(900),
                pace: WallFeed.Pace(
                    thinkingLimit: thinkingLimit, usualLook: .seconds(1), ringingLook: .seconds(1))
            ) { ear.demands.append(Self.words(of: $0)) }
        }

        private static func words(of demand: BoardDemand) -> String {
            switch demand {
            case .begun: "begun"
            case .quit: "quit"
            case .suspend: "suspend"
            case .nothing(_, let sentence): sentence
            case .noTerminal: "no terminal"
            }
        }

        var rows: [String] {
            controller.screen.board.rows.map {
                "\($0.phone ?? "-"): \($0.who)\($0.isGone ? " gone" : "")"
            }
        }

        var calls: [String] {
            controller.screen.board.calls.map { "\($0.phone ?? "-"): \($0.who)" }
        }

        func ring(_ number: Int, _ state: Call.State, at hall: Int = 0) throws {
            var notice = SampleNotices.notice(number, at: .now)
            notice.category = Category(state == .missed ? .missedCall : .incomingCall)
            notice.call = Call(state: state)
            let change: NoticeChange = state == .ringing ? .ringing : .missed
            try halls[hall].write([SampleNotices.event(change, notice)])
        }

        func end() async {
            controller.stop()
            for bench in benches { await bench.stop() }
        }
    }

    @Test @LoopActor func `who rings where is on the wall at once, and what becomes of it`()
        async throws
    {
        let house = try await House()
        house.controller.start()
        expect(await eventually { house.demands == ["begun"] })
        var ring = SampleNotices.notice(1, at: .now)
        ring.category = Category(.incomingCall)
        ring.call = Call(state: .ringing)
        try house.halls[1].write([SampleNotices.event(.ringing, ring)])
        expect(await eventually { house.calls == ["paris/hall Ann's iPhone: n1"] })
        ring.call?.state = .missed
        ring.category = Category(.missedCall)
        try house.halls[1].write([SampleNotices.event(.missed, ring)])
        expect(await eventually { house.calls.isEmpty })
        expect(house.rows, is: ["paris/hall Ann's iPhone: n1"])
        expect(house.controller.screen.board.counts.missed, is: 1)
        try house.halls[0].write([SampleNotices.event(.added, SampleNotices.notice(2, at: .now))])
        expect(await eventually { house.rows.count == 2 })
        try house.halls[1].forget(.all)
        expect(await eventually { house.rows == ["berlin/hall Ann's iPhone: n2"] })
        expect(house.controller.screen.board.counts.missed, is: 0)
        expect(await eventually { house.controller.screen.view.sources == ["2 bridges"] })
        await house.end()
    }

    @Test @LoopActor func `a wall shows what its reader may see, and of that what is wanted`()
        async throws
    {
        let one = try await House { $0.sites = ["PARIS"] }
        one.controller.start()
        for hall in one.halls {
            try hall.write([SampleNotices.event(.added, SampleNotices.notice(1, at: .now))])
        }
        expect(await eventually { one.rows == ["paris/hall Ann's iPhone: n1"] })
        expect(await eventually { one.controller.screen.view.sources == ["1 bridge"] })
        let bridge = one.halls[0]
        try bridge.write([SampleNotices.event(.added, SampleNotices.notice(2, at: .now))])
        expect(try await answersEventually({ try await one.central.number(Self.all) == 3 }))
        // Whoever sees the next one has seen that as well, had it been meant.
        try one.halls[1].write([SampleNotices.event(.added, SampleNotices.notice(3, at: .now))])
        expect(await eventually { one.rows.contains("paris/hall Ann's iPhone: n3") })
        expect(
            one.rows.sorted(), is: ["paris/hall Ann's iPhone: n1", "paris/hall Ann's iPhone: n3"])
        await one.end()
    }

    @Test @LoopActor func `a wall without a centre says so, and heals by itself`() async throws {
        let house = try await House(isAlone: true)
        house.controller.start()
        try house.ring(1, .ringing)
        expect(await eventually { house.calls.count == 1 })
        house.central.server.kill()
        expect(
            await eventually {
                house.calls.isEmpty
                    && house.controller.screen.view.trouble?.contains("continues") == true
            })
        try house.ring(2, .missed)
        try house.central.server.start()
        expect(await eventually { house.rows.count == 1 })
        expect(await eventually { house.controller.screen.view.trouble == nil })
        expect(house.demands, is: ["begun"])
        await house.end()
    }

    @Test @LoopActor func `no call rings on while a centre says nothing`() async throws {
        let house = try await House(isAlone: true, thinkingLimit: .seconds(2))
        house.controller.start()
        try house.ring(1, .ringing)
        expect(await eventually { house.calls.count == 1 })
        house.central.server.freeze(true)
        expect(
            await eventually { house.calls.isEmpty && house.controller.screen.view.trouble != nil })
        house.central.server.freeze(false)
        expect(await eventually { house.calls.count == 1 })
        expect(await eventually { house.controller.screen.view.trouble == nil })
        await house.end()
    }

    @Test @LoopActor func `where there is no centre to begin with it is said why`() async throws {
        let house = try await House(user: "hedwig")
        house.controller.start()
        expect(await eventually { !house.demands.isEmpty })
        #expect(house.demands.first?.contains("hedwig") == true, "\(house.demands)")
        await house.end()
    }

    @Test @LoopActor func `keys look for words, and reach no phone`() async throws {
        let house = try await House()
        house.controller.start()
        try house.halls[0].add(1...30, "parcel")
        try house.ring(40, .ringing)
        expect(await eventually { house.calls.count == 1 })
        house.terminal.write(Array("/parcel of 17\r".utf8))
        expect(await eventually { house.controller.screen.view.search?.report != nil })
        expect(house.controller.screen.view.search?.rows.map(\.who), is: ["n17"])
        expect(
            house.controller.screen.view.search?.rows.map(\.phone), is: ["berlin/hall Ann's iPhone"]
        )
        house.terminal.write(Array("\u{1B}".utf8))
        expect(await eventually { house.controller.screen.view.search == nil })
        house.terminal.write(Array("/parcle\r".utf8))
        expect(
            await eventually {
                house.controller.screen.view.search?.report
                    == "nothing was found; did you mean 'parcel'?"
            }, "\(house.controller.screen.view.search?.report ?? "")")
        house.terminal.write(Array("\u{1B}".utf8))
        expect(await eventually { house.controller.screen.view.search == nil })
        // A key that comes just after what it is about means nothing, and is pressed again.
        expect(
            await eventually {
                house.terminal.write(Array("a".utf8))
                return house.controller.screen.view.message?.hasPrefix("this board is read-only")
                    == true
            })
        house.terminal.write(Array("q".utf8))
        expect(await eventually { house.demands == ["begun", "quit"] })
        await house.end()
    }

    @Test @LoopActor func `a wall that shows only counts has no words`() async throws {
        let house = try await House(detail: .counts)
        house.controller.start()
        try house.ring(1, .missed)
        try house.halls[1].write([SampleNotices.event(.added, SampleNotices.notice(2, at: .now))])
        expect(await eventually { house.controller.screen.board.counts.total == 2 })
        expect(house.rows, is: [])
        house.terminal.write(Array("/words\r".utf8))
        expect(
            await eventually {
                house.controller.screen.view.search?.report
                    == "with --detail counts there is no search: it shows no notifications"
            })
        await house.end()
    }
}
