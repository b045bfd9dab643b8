import DBus
import Expecting
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

/// A phone that has forgotten this host, whose bond bluetoothd still has.
struct OldBondTests {
    /// Adds a phone that has forgotten this host: without keys it lets nobody subscribe.
    @LoopActor
    private static func addForgetfulPhone(
        to bench: RadioBench, isConnected: Bool = true
    ) -> FakePhone {
        bench.bluez.on("StartNotify", .hold)
        bench.bluez.on("AcquireNotify", .hold)
        return bench.bluez.addPhone(isConnected: isConnected)
    }

    /// A window in which a phone with an old bond has gone without having paired.
    private static func withFailure(
        _ method: PairingMethod = .compare,
        _ body: @LoopActor @Sendable (RadioBench, WatchedBlueZ, FakePhone) async throws -> Void
    ) async throws {
        try await RadioBench.run { bench in
            let phone = Self.addForgetfulPhone(to: bench, isConnected: method != .confirm)
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait(method))
            if method == .confirm {
                // bluetoothd asks nobody.
                bench.bluez.set(phone, ["Connected": .bool(true)])
                await bench.bluez.settle()
            } else {
                let pending = bench.bluez.beginAsking(
                    "RequestConfirmation", .path(phone.path), .uint32(7))
                try await radio.question().answer(true)
                await expect(pending.word(), is: "yes")
            }
            bench.bluez.disconnect(phone)
            expect(await eventually { radio.oldBonds.count == 1 })
            expect(radio.oldBonds.first?.phone, is: "Ann's phone")
            expect(bench.bluez.count("RemoveDevice"), is: 0)
            try await body(bench, radio, phone)
        }
    }

    @Test(arguments: [PairingMethod.compare, .confirm])
    func `once a person says so its bond is removed, and it pairs again`(
        method: PairingMethod
    ) async throws {
        try await Self.withFailure(method) { bench, radio, phone in
            radio.oldBonds.last?.answer(true)
            expect(await eventually { bench.bluez.objects[phone.path] == nil })
            expect(bench.bluez.count("RemoveDevice"), is: 1)
            await bench.bluez.settle()
            expect(radio.bonded, is: [])
            let again = bench.bluez.addPhone(isPaired: false)
            let pending =
                method == .confirm
                ? bench.bluez.beginAsking("RequestAuthorization", .path(again.path))
                : bench.bluez.beginAsking("RequestConfirmation", .path(again.path), .uint32(8))
            expect(await eventually { radio.questions.count == (method == .confirm ? 1 : 2) })
            try await radio.question().answer(true)
            await expect(pending.word(), is: "yes")
            bench.bluez.set(again, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(radio.bonded.map(\.address), is: [FakePhone.address])
        }
    }

    @Test func `a no keeps it, and is not asked about again`() async throws {
        try await Self.withFailure { bench, radio, phone in
            radio.oldBonds.last?.answer(false)
            expect(await eventually { radio.pairing.contains { Self.isKept($0) } })
            radio.radio?.closeWindow()
            #expect(await radio.ends(.interrupted))
            expect(bench.bluez.count("RemoveDevice"), is: 0)
            #expect(bench.bluez.objects[phone.path] != nil)
        }
    }

    @Test func `a pairing may fail before the person has answered`() async throws {
        try await RadioBench.run { bench in
            let phone = Self.addForgetfulPhone(to: bench)
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait())
            _ = bench.bluez.beginAsking("RequestConfirmation", .path(phone.path), .uint32(7))
            _ = try await radio.question()
            _ = await bench.bluez.askAgent("Cancel")
            expect(await eventually { radio.withdrawals == 1 })
            bench.bluez.disconnect(phone)
            expect(await eventually { radio.oldBonds.count == 1 })
        }
    }

    private static func isKept(_ event: PairingEvent) -> Bool {
        if case .oldBondKept("Ann's phone", _) = event { true } else { false }
    }

    @Test(arguments: [true, false])
    func `a script loses no bond that it has not agreed to`(saysYes: Bool) async throws {
        try await RadioBench.run { bench in
            let phone = Self.addForgetfulPhone(to: bench)
            let command =
                saysYes ? try PairCommand(bench, "--yes") : try PairCommand(bench)
            #expect(await command.tells("Settings > Bluetooth"))
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(phone.path), .uint32(7))
            #expect(await command.tells("000007"))
            if !saysYes { try command.say("y\n") }
            await expect(pending.word(), is: "yes")
            bench.bluez.disconnect(phone)
            #expect(
                await command.tells(
                    saysYes ? "Tap this host on the phone again." : "sudo callboard forget"),
                "\(command.text)")
            expect(await eventually { bench.bluez.count("RemoveDevice") == (saysYes ? 1 : 0) })
            command.interrupt()
            await expect(command.end(), is: 130)
            expect(bench.bluez.count("RemoveDevice"), is: saysYes ? 1 : 0)
        }
    }

    @Test func `a phone that only passes by keeps its bond with yes`() async throws {
        try await RadioBench.run { bench in
            let phone = Self.addForgetfulPhone(to: bench, isConnected: false)
            let command = try PairCommand(bench, "--method", "confirm", "--yes")
            #expect(await command.tells("Settings > Bluetooth"))
            bench.bluez.set(phone, ["Connected": .bool(true)])
            // The command answers once it has seen what was told before.
            _ = await bench.bluez.askAgent("RequestPasskey", .path(phone.path))
            bench.bluez.disconnect(phone)
            #expect(await command.tells("connected and left again"))
            #expect(await command.tells("The old bond with Ann's phone stays."))
            command.interrupt()
            await expect(command.end(), is: 130)
            expect(bench.bluez.count("RemoveDevice"), is: 0)
            #expect(bench.bluez.objects[phone.path] != nil)
        }
    }
}
