import ANCS
import ATT
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

struct EndingTests {
    private static let server = GATTServer(HostServices(name: "callboard").services)

    @Test func `a phone that goes before anybody has opened its link is told to the radio`()
        async throws
    {
        try await LoopThread.run {
            let bench = try LinkBench(server: Self.server)
            bench.link?.serve()
            bench.hangUp()
            expect(await eventually { bench.endCount == 1 })
            bench.open()
            #expect(await bench.answers(until: 1))
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.closed(.lost)])
            expect(bench.endCount, is: 1)
        }
    }

    @Test func `a phone that the radio has lost is lost, once`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench(server: Self.server)
            bench.link?.serve()
            bench.open()
            bench.link?.begin()
            #expect(await bench.answers(until: 1))
            bench.link?.write([9])
            bench.link?.wasLost()
            bench.link?.wasLost()
            bench.link?.close(because: .stopping)
            expect(bench.endCount, is: 0)
            #expect(await bench.answers(until: 2))
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.available, .closed(.lost)])
            expect(bench.endCount, is: 1)
        }
    }

    @Test func `a link that its owner closes has ended for the radio, too`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.close(because: .unresponsive)
            bench.link?.begin()
            expect(bench.endCount, is: 0)
            expect(await eventually { bench.endCount == 1 })
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.available, .closed(.closed)])
            expect(bench.endCount, is: 1)
        }
    }

    @Test func `the radio hears of an end after the owner, also when that closes within a report`()
        async throws
    {
        try await LoopThread.run {
            let bench = try LinkBench()
            var endsSeen: [Int] = []
            bench.onEvent = { _ in
                endsSeen.append(bench.endCount)
                bench.link?.close(because: .stopping)
                endsSeen.append(bench.endCount)
            }
            bench.open()
            #expect(await bench.answers(until: 2))
            expect(await eventually { bench.endCount == 1 })
            expect(endsSeen, is: [0, 0, 0, 0])
            expect(bench.events, is: [.available, .closed(.closed)])
            bench.onEvent = { _ in }
        }
    }

    @Test func `a phone that breaks the rules before the beginning is let go`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench(server: Self.server)
            bench.link?.serve()
            bench.send("1B 1200" + String(repeating: "00", count: 600))
            expect(await eventually { bench.endCount == 1 })
        }
    }

    @Test func `ten thousand malformed PDUs leave a link that answers`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench(server: Self.server)
            var random = RepeatableRandom(seed: 8)
            bench.link?.serve()
            bench.open()
            for _ in 0..<100 {
                for _ in 0..<100 {
                    let length = Int.random(in: 1...20, using: &random)
                    var pdu = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                    // An MTU, and what would end a link that has begun, are left out.
                    if pdu[0] == 0x02 { pdu[0] = 0x0A }
                    bench.send(LinkBench.digits(pdu))
                }
                let count = bench.received.count
                bench.send("0A 0700")
                expect(
                    await eventually {
                        bench.answer()
                        return bench.received.dropFirst(count).contains("0B01")
                    })
            }
            expect(bench.endCount, is: 0)
            bench.link?.begin()
            #expect(await bench.answers(until: 1))
            expect(bench.events, is: [.available])
        }
    }
}
