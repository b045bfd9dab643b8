import Expecting
import Testing

@testable import AddOnRuntime

/// What an add-on service writes to standard error.
struct AddOnLogTests {
    private static func report(
        _ peer: AddOnReport.Peer?, trouble: String? = nil
    ) -> AddOnReport {
        var report = AddOnReport(works: false, words: "words that change: 17")
        report.peer = peer
        report.trouble = trouble
        return report
    }

    @Test func `each change of a connection is written once, and not each attempt`() {
        var log = AddOnLog()
        let steps: [(AddOnReport.Peer, [String])] = [
            (.failed("connecting to a"), ["connecting to a"]),
            (.connected("a"), ["connected to a"]),
            (.connected("a"), []),
            (.failed("the connection to a is gone"), ["the connection to a is gone"]),
            (.failed("no broker listens at a"), ["no broker listens at a"]),
            (.failed("no broker listens at a"), []),
            // Of several brokers one after the other is tried.
            (.failed("no broker listens at b"), ["no broker listens at b"]),
            (.failed("no broker listens at a"), []),
            (.connected("a"), ["connected to a again"]),
            (.failed("the connection to a is gone"), ["the connection to a is gone"]),
            (.connected("b"), ["connected to b"]),
        ]
        for (number, (peer, lines)) in steps.enumerated() {
            expect(log.lines(of: Self.report(peer)), is: lines, "step \(number)")
        }
    }

    @Test func `the bridge is a connection of its own`() {
        var log = AddOnLog()
        expect(log.bridgeIsGone("no bridge is running"), is: "no bridge is running")
        expect(log.bridgeIsGone("no bridge is running"), is: nil)
        expect(log.bridgeIsThere(), is: "connected to the bridge")
        expect(log.bridgeIsThere(), is: nil)
        expect(log.lines(of: Self.report(.connected("a"))), is: ["connected to a"])
        expect(log.bridgeIsGone("the bridge has stopped"), is: "the bridge has stopped")
        expect(log.bridgeIsThere(), is: "connected to the bridge again")
        expect(log.lines(of: Self.report(nil)), is: [], "a service without another connection")
    }

    @Test func `a problem is written once, whatever it counts, and again after a reconnection`() {
        var log = AddOnLog()
        func lines(_ trouble: String) -> [String] {
            log.lines(of: Self.report(.connected("a"), trouble: trouble))
        }
        expect(lines("nonsense: 1"), is: ["connected to a", "nonsense: 1"])
        expect(lines("nonsense: 2"), is: [])
        expect(log.lines(of: Self.report(.failed("gone"), trouble: "gone")), is: ["gone"])
        expect(lines("gone"), is: ["connected to a again"], "that is over")
        expect(lines("gone"), is: [])
        expect(lines("nonsense: 3"), is: ["nonsense: 3"])
    }

    @Test func `nobody fills the log with sentences that differ`() {
        var log = AddOnLog()
        var count = 0
        for number in 0..<1_000 {
            let name = String(repeating: "x", count: number)
            count += log.lines(of: Self.report(.failed("gone \(name)"))).count
        }
        expect(count, is: 32)
    }
}
