import DBus
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import BlueZRadio

/// The command as its user meets it, with a bluetoothd of the test's own.
@Suite(.serialized)
struct PairCommandTests {
    @LoopActor
    private static func isPairable(_ bench: RadioBench) -> Bool? {
        bench.bluez.property(FakePhone.adapter, FakePaths.adapter, "Pairable")?.asBool
    }

    @Test func `a window closes in time although nobody reads what is told of it`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let command = try PairCommand(
                bench, "--timeout", "1", output: PairCommand.fullPipe())
            // However short it was open, bluetoothd was told so.
            expect(
                await eventually {
                    bench.bluez.calls.contains {
                        $0.member == "Set" && $0.arguments[1].asString == "Pairable"
                            && $0.arguments[2].unwrapped == .bool(true)
                    }
                })
            expect(await eventually { Self.isPairable(bench) == false })
            await expect(command.end(), is: 1)
            #expect(bench.bluez.agent == nil)
            expect(bench.notes, is: [])
        }
    }

    @Test func `a window closes when the one who reads goes away`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let output = Pipe()
            let command = try PairCommand(bench, "--jsonl", output: output)
            #expect(await command.tells("open"))
            try output.fileHandleForReading.close()
            await expect(command.end(), is: 1)
            expect(Self.isPairable(bench), is: false)
            #expect(bench.bluez.agent == nil)
            expect(bench.notes, is: [])
        }
    }

    @Test func `a phone that returns into a window is named as paired already`() async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone(isConnected: false, isResolved: false)
            let command = try PairCommand(bench, "--jsonl")
            #expect(await command.tells("open"))
            bench.bluez.connect(phone)
            #expect(await command.tells(#""event":"already_paired""#))
            #expect(!command.text.contains("bonded"))
            command.interrupt()
            await expect(command.end(), is: 130)
        }
    }

    @Test func `where nobody can answer it says so, which counts as no`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let command = try PairCommand(bench, "--jsonl")
            #expect(await command.tells("open"))
            try command.endInput()
            let phone = bench.bluez.addPhone(isPaired: false)
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(phone.path), .uint32(7))
            await expect(pending.word(), is: "org.bluez.Error.Rejected")
            #expect(await command.tells("refused"))
            await expect(command.end(), is: 1)
            #expect(command.errors.contains("standard input has ended, so the answer is no"))
        }
    }

    @Test func `a window that is interrupted says that it is closed, once it is`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let command = try PairCommand(bench, "--jsonl")
            #expect(await command.tells("open"))
            command.interrupt()
            #expect(await command.tells("interrupted"))
            expect(Self.isPairable(bench), is: false)
            await expect(command.end(), is: 130)
        }
    }

    @Test(arguments: [("y\n", "yes", Int32(0)), ("n\n", "org.bluez.Error.Rejected", 1)])
    func `only what is said after the question answers it`(
        word: String, expected: String, status: Int32
    ) async throws {
        try await RadioBench.run(allowed: []) { bench in
            let command = try PairCommand(bench, "--jsonl")
            try command.say(word == "y\n" ? "n\nn\nn" : "y\ny\ny")
            #expect(await command.tells("open"))
            let phone = bench.bluez.addPhone(isPaired: false)
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(phone.path), .uint32(7))
            #expect(await command.tells("000007"))
            expect(pending.answer, is: nil)
            try command.say(word)
            await expect(pending.word(), is: expected)
            if status == 0 {
                bench.bluez.set(phone, ["Paired": .bool(true)])
                #expect(await command.tells("bonded"))
                // The phone takes what is written to it: it shares its notifications.
                #expect(await command.tells("ready"))
            } else {
                #expect(await command.tells("refused"))
            }
            await expect(command.end(), is: status)
            expect(Self.isPairable(bench), is: false)
        }
    }

    @Test func `without Bluetooth it says what it waits for, and not for longer than the window`()
        async throws
    {
        try await RadioBench.run(adapter: false, allowed: []) { bench in
            let patient = try PairCommand(bench, "--jsonl")
            #expect(await patient.tells("Waiting for Bluetooth: there is no adapter"))
            patient.interrupt()
            await expect(patient.end(), is: 130)
            let command = try PairCommand(bench, "--jsonl", "--timeout", "1")
            #expect(await command.tells(#""reason":"no_radio""#))
            await expect(command.end(), is: 1)
        }
    }

    @Test func `a list that is broken is mended before a phone pairs`() async throws {
        try await RadioBench.run { bench in
            try bench.write("{", to: "phones.json")
            try await expect(PairCommand(bench).end(), is: 65)
            #expect(bench.bluez.calls.isEmpty)
            expect(bench.text(of: "phones.json"), is: "{")
        }
    }
}
