import DBus
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import BlueZRadio

/// `callboard pair`, `phones` and `forget` beside a bridge that runs.
@Suite(.serialized)
struct PairThroughBridgeTests {
    @LoopActor
    private static func isPairable(_ bench: RadioBench) -> Bool? {
        bench.bluez.property(FakePhone.adapter, FakePaths.adapter, "Pairable")?.asBool
    }

    /// A bridge that listens, and where.
    @LoopActor
    private static func bridge(_ bench: RadioBench) async throws -> (PairCommand, String) {
        let socket = bench.folder + ".socket"
        let bridge = try PairCommand(
            bench,
            command: [
                "run", "--state", bench.folder, "--shape", "solicit", "--socket", socket,
                "--config", "/dev/null", "-F", "json",
            ])
        #expect(await bridge.tells(#""listening""#))
        return (bridge, socket)
    }

    @LoopActor
    private static func ask(
        _ bench: RadioBench, _ command: String, _ socket: String, _ words: String...
    ) throws -> PairCommand {
        try PairCommand(bench, command: [command, "--socket", socket] + words)
    }

    @Test func `the bridge opens the window and asks over its socket`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let (bridge, socket) = try await Self.bridge(bench)
            let pair = try Self.ask(bench, "pair", socket, "--jsonl")
            #expect(await pair.tells("open"))
            expect(Self.isPairable(bench), is: true)
            let second = try Self.ask(bench, "pair", socket, "--jsonl")
            await expect(second.end(), is: 75)
            let phone = bench.bluez.addPhone(isPaired: false)
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(phone.path), .uint32(7))
            #expect(await pair.tells("000007"))
            try pair.say("y\n")
            await expect(pending.word(), is: "yes")
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await pair.tells("bonded"))
            #expect(await pair.tells("ready"))
            await expect(pair.end(), is: 0)
            expect(await eventually { Self.isPairable(bench) == false })
            let phones = try Self.ask(bench, "phones", socket, "--json")
            #expect(await phones.tells(#""words":"ready""#))
            let nobody = try Self.ask(bench, "forget", socket, "Nobody")
            await expect(nobody.end(), is: 1)
            let forget = try Self.ask(bench, "forget", socket, FakePhone.address)
            await expect(forget.end(), is: 0)
            bridge.interrupt()
            await expect(bridge.end(), is: 130)
        }
    }

    @Test(arguments: [false, true])
    func `a phone that is paired already is named once`(isHereBefore: Bool) async throws {
        try await RadioBench.run { bench in
            let (bridge, socket) = try await Self.bridge(bench)
            let phone = bench.bluez.addPhone(isConnected: false, isResolved: false)
            if isHereBefore {
                bench.bluez.connect(phone)
                #expect(await bridge.tells(#""ready""#))
            }
            let pair = try Self.ask(bench, "pair", socket)
            #expect(await pair.tells("On the iPhone open"))
            if !isHereBefore { bench.bluez.connect(phone) }
            #expect(await pair.tells("is paired already, and connected. To pair another phone"))
            pair.interrupt()
            await expect(pair.end(), is: 130)
            expect(pair.text.components(separatedBy: "is paired already").count, is: 2)
            bridge.interrupt()
            await expect(bridge.end(), is: 130)
        }
    }

    @Test func `a client that goes closes the window, and the next one may open it`()
        async throws
    {
        try await RadioBench.run(allowed: []) { bench in
            let (bridge, socket) = try await Self.bridge(bench)
            for _ in 0..<3 {
                let pair = try Self.ask(bench, "pair", socket, "--jsonl")
                #expect(await pair.tells("open"))
                expect(Self.isPairable(bench), is: true)
                pair.interrupt()
                #expect(await pair.tells("interrupted"))
                await expect(pair.end(), is: 130)
                expect(await eventually { Self.isPairable(bench) == false })
            }
            let pair = try Self.ask(bench, "pair", socket, "--jsonl", "--timeout", "1")
            #expect(await pair.tells("time"))
            await expect(pair.end(), is: 1)
            let last = try Self.ask(bench, "pair", socket, "--jsonl")
            #expect(await last.tells("open"))
            bridge.interrupt()
            await expect(bridge.end(), is: 130)
            await expect(last.end(), is: 69)
            expect(Self.isPairable(bench), is: false)
        }
    }
}
