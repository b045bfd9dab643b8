import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import Outlets
@testable import Screen

struct ScreenTerminalTests {
    @LoopActor
    private final class Reports {
        var all: [ScreenTerminal.Report] = []
    }

    private static func canvas(_ text: String) -> ScreenCanvas {
        var canvas = ScreenCanvas(columns: 40, rows: 12)
        canvas.put(text, row: 3, column: 2, .who)
        return canvas
    }

    @Test func `a terminal is given back as it was`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let before = watched.flags
            let terminal = try ScreenTerminal(watched.pseudo.path) { _ in }
            #expect(watched.flags != before)
            #expect(watched.pseudo.isRaw)
            #expect(terminal.size == (40, 12))
            watched.pseudo.resize(columns: 100, rows: 30)
            #expect(terminal.size == (100, 30))
            terminal.show(Self.canvas("Zoe"), .day)
            expect(await eventually { watched.screen.text.contains("  Zoe\n") })
            #expect(watched.screen.isAlternate && !watched.screen.isCursorShown)
            terminal.close()
            terminal.close()
            expect(await eventually { watched.screen.isCursorShown })
            #expect(!watched.screen.isAlternate)
            #expect(!watched.screen.text.contains("Zoe"))
            expect(watched.flags, is: before)
        }
    }

    @Test func `a terminal that nobody closes is given back with its last owner`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let before = watched.flags
            do {
                let terminal = try ScreenTerminal(watched.pseudo.path) { _ in }
                terminal.show(Self.canvas("Zoe"), .day)
                #expect(watched.flags != before)
            }
            expect(await eventually { watched.flags == before })
        }
    }

    @Test func `keys come as they are typed`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            try watched.start()
            let reports = Reports()
            let terminal = try ScreenTerminal(watched.pseudo.path) { reports.all.append($0) }
            watched.pseudo.write(Array("q\u{3}\u{1B}[A\u{1B}".utf8))
            let keys: [ScreenKey] = [.character("q"), .control("c"), .up, .escape]
            expect(await eventually { reports.all == keys.map { .key($0) } })
            terminal.close()
        }
    }

    @Test func `a slow terminal has one screen waiting, and shows the last at last`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            let terminal = try ScreenTerminal(watched.pseudo.path) { _ in }
            var most = 0
            for number in 0..<3_000 {
                let letter = Character(Unicode.Scalar(UInt8(0x41 + number % 26)))
                terminal.show(Self.canvas(String(repeating: letter, count: 38)), .day)
                most = max(most, terminal.queuedBytes)
            }
            #expect(most > 0, "the terminal was never full")
            #expect(most < 4_096)
            let last = Self.canvas("the last")
            terminal.show(last, .day)
            try watched.start()
            expect(
                await eventually { watched.screen.differences(from: last, .day).isEmpty })
            expect(terminal.queuedBytes, is: 0)
            terminal.close()
        }
    }

    @Test func `a full terminal that takes nothing is given back all the same`() async throws {
        try await LoopThread.run {
            let watched = try WatchedTerminal()
            let before = watched.flags
            let terminal = try ScreenTerminal(watched.pseudo.path) { _ in }
            for number in 0..<3_000 {
                terminal.show(Self.canvas("\(number) " + String(repeating: "x", count: 30)), .day)
            }
            #expect(terminal.queuedBytes > 0)
            terminal.close()
            expect(watched.flags, is: before)
        }
    }

    @Test func `a terminal that goes is told of once`() async throws {
        try await LoopThread.run {
            var watched: WatchedTerminal? = try WatchedTerminal()
            let reports = Reports()
            let path = try #require(watched?.pseudo.path)
            let terminal = try ScreenTerminal(path) { reports.all.append($0) }
            terminal.show(Self.canvas("Zoe"), .day)
            watched = nil
            expect(await eventually { !reports.all.isEmpty })
            terminal.show(Self.canvas("Davidson"), .day)
            terminal.close()
            guard case .ended = reports.all.first else {
                Issue.record("\(reports.all)")
                return
            }
            expect(reports.all.count, is: 1)
        }
    }

    @Test(arguments: ["/dev/null", "/dev/no such terminal", "/etc/hostname", ""])
    func `what is no terminal is refused`(path: String) async {
        await LoopThread.run {
            #expect(throws: Errno.self) { try ScreenTerminal(path) { _ in } }
        }
    }
}
