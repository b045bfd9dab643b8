import ANCS
import Board
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Outlets
@testable import Screen

@Suite(.onLoop) struct ScreenOutletTests {
    /// An outlet on a terminal, on a clock that leaps.
    @LoopActor
    private final class Bench {
        let pace = Pace.leaping()
        var told: [String] = []
        var keys: [ScreenKey] = []
        private let start: Duration

        init() {
            start = pace.now
        }

        var wall: WallTime { PicturedDay.noon.advanced(by: pace.now - start) }

        func outlet(_ path: String, _ options: ScreenOptions = ScreenOptions()) -> ScreenOutlet {
            let outlet = ScreenOutlet(
                path, options: options, pace: pace,
                wallClock: { [unowned self] in wall }, tell: { [unowned self] in told.append($0) })
            outlet.pressed = { [unowned self] in keys.append($0) }
            return outlet
        }

        func event(_ change: NoticeChange, _ notice: Notice) -> BridgeEvent {
            .notice(change, notice, at: wall)
        }
    }

    private static let ringing = PicturedDay.notice(
        1, .incomingCall, "Zoe", call: .ringing, appID: "com.apple.mobilephone")

    @Test func `a flood is drawn ten times a second, and its last state always`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal(columns: 80, rows: 24)
            try watched.start()
            let bench = Bench()
            let outlet = bench.outlet(watched.pseudo.path)
            outlet.open()
            let start = bench.pace.now
            outlet.show(bench.event(.ringing, Self.ringing))
            var redraws = 0
            for number in 1...1_000 {
                bench.pace.after(.milliseconds(2 * number)) {
                    outlet.show(
                        bench.event(
                            .added, PicturedDay.notice(10 + number, .social, "Nr \(number)")))
                    redraws = outlet.redraws
                }
            }
            expect(await eventually { watched.text.contains("Nr 1000") })
            #expect((2...22).contains(redraws), "\(redraws) redraws in \(bench.pace.now - start)")
            #expect(watched.texts.last?.contains("███") ?? false)
            outlet.finish(within: nil) {}
            expect(await eventually { watched.screen.isCursorShown })
        }
    }

    @Test func `it goes blank without news, and a call wakes it`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let bench = Bench()
            let outlet = bench.outlet(
                watched.pseudo.path, ScreenOptions(blankAfter: .seconds(300)))
            let empty = DrawnTerminal(columns: 40, rows: 12).text
            outlet.show(bench.event(.added, PicturedDay.notice(5, .social, "Davidson Ro")))
            let start = bench.pace.now
            outlet.open()
            expect(await eventually { watched.hasShown("Davidson") && watched.text == empty })
            #expect(watched.hasShown("Davidson"))
            #expect(outlet.isBlank && bench.pace.now - start >= .seconds(300))
            outlet.show(bench.event(.removed, PicturedDay.notice(5, .social, "Davidson Ro")))
            #expect(outlet.isBlank, "what goes is no news")
            outlet.show(bench.event(.ringing, Self.ringing))
            #expect(!outlet.isBlank)
            expect(await eventually { watched.texts.last?.contains("CALL") ?? false })
            outlet.finish(within: nil) {}
        }
    }

    @Test func `a key wakes a blank screen and does nothing else`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let bench = Bench()
            let outlet = bench.outlet(
                watched.pseudo.path, ScreenOptions(blankAfter: .seconds(3_000_000_000)))
            outlet.open()
            watched.pseudo.write(Array("a".utf8))
            expect(await eventually { bench.keys == [.character("a")] })
            outlet.finish(within: nil) {}

            let blank = bench.outlet(watched.pseudo.path, ScreenOptions(blankAfter: .seconds(300)))
            blank.open()
            expect(await eventually { blank.isBlank })
            watched.pseudo.write(Array("bc".utf8))
            expect(await eventually { bench.keys.last == .character("c") })
            expect(bench.keys, is: [.character("a"), .character("c")])
            blank.finish(within: nil) {}
        }
    }

    @Test func `another size is drawn, and a terminal that goes is opened again`() async throws {
        try await LoopThread.run {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "screen-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "tty").path
            var first: WatchedTerminal? = try WatchedTerminal()
            try first?.start()
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: try #require(first).pseudo.path)
            let bench = Bench()
            let outlet = bench.outlet(path)
            outlet.show(bench.event(.added, PicturedDay.notice(5, .social, "Davidson Ro")))
            outlet.open()
            try await Self.resize(#require(first), outlet)

            try FileManager.default.removeItem(atPath: path)
            first = nil
            let watched = try WatchedTerminal(columns: 60, rows: 5)
            expect(await eventually { outlet.status.failure != nil })
            expect(outlet.status.restarts, is: 1)
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: watched.pseudo.path)
            expect(await eventually { watched.pseudo.isRaw })
            try watched.start()
            expect(await eventually { watched.text.contains("Davidson") })
            expect(outlet.status.failure, is: nil)
            // Each trouble once, and its end once that has lasted.
            expect(await eventually { bench.told.last?.hasSuffix("is there again") ?? false })
            expect(Set(bench.told).count, is: bench.told.count)
            outlet.finish(within: nil) {}
        }
    }

    @LoopActor
    private static func resize(_ watched: WatchedTerminal, _ outlet: ScreenOutlet) async {
        expect(await eventually { watched.text.contains("Davidson") })
        watched.resize(columns: 80, rows: 24)
        outlet.sizeMayHaveChanged()
        let isLarger = await eventually {
            watched.text.split(separator: "\n").last?.count == 79
        }
        #expect(isLarger)
    }

    @Test func `night has other colours`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let bench = Bench()
            let outlet = bench.outlet(
                watched.pseudo.path, ScreenOptions(nightHours: Hours(from: 0, to: 1440)))
            outlet.show(bench.event(.added, PicturedDay.notice(5, .social, "Davidson Ro")))
            outlet.open()
            expect(await eventually { watched.text.contains("Davidson") })
            expect(watched.screen.cells[0][14].look, is: "0;1;31")
            outlet.finish(within: nil) {}
        }
    }

    @Test func `Control-L draws all of it anew`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let bench = Bench()
            let outlet = bench.outlet(watched.pseudo.path)
            outlet.show(bench.event(.added, PicturedDay.notice(5, .social, "Davidson Ro")))
            outlet.open()
            expect(await eventually { watched.text.contains("Davidson") })
            watched.garble()
            #expect(!watched.text.contains("Davidson"))
            watched.pseudo.write([0x0C])
            expect(await eventually { watched.text.contains("Davidson") })
            #expect(bench.keys.isEmpty)
            outlet.finish(within: nil) {}
        }
    }

    @Test func `what is gone goes at midnight`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let bench = Bench()
            let outlet = bench.outlet(watched.pseudo.path)
            for (number, who) in [(5, "Davidson Ro"), (6, "Zoe")] {
                outlet.show(bench.event(.added, PicturedDay.notice(number, .social, who)))
            }
            outlet.show(bench.event(.removed, PicturedDay.notice(6, .social, "Zoe")))
            let start = bench.pace.now
            outlet.open()
            expect(
                await eventually {
                    watched.text.contains("Davidson")
                        && !watched.text.contains("Zoe")
                })
            #expect(watched.hasShown("Zoe"))
            #expect(bench.pace.now - start >= .seconds(12 * 3_600))
            #expect(watched.text.contains("Davidson"))
            outlet.finish(within: nil) {}
        }
    }
}
