import ANCS
import BusSupport
import DBus
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

struct PairingWindowTests {
    private typealias Phone = PairedPhone
    private static let ann = Phone(address: FakePhone.address, name: "Ann's phone")

    @LoopActor
    private static func isPairable(_ bench: RadioBench) -> Bool? {
        bench.bluez.property(FakePhone.adapter, FakePaths.adapter, "Pairable")?.asBool
    }

    /// A radio whose window is open.
    @LoopActor
    private static func withWindow(
        for time: Duration = Patience.limit,
        isPairedBefore: Bool = false,
        _ body: @LoopActor @Sendable (RadioBench, WatchedBlueZ) async throws -> Void
    ) async throws {
        try await RadioBench.run(allowed: []) { bench in
            if isPairedBefore { bench.bluez.addPhone() }
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait(for: time))
            try await body(bench, radio)
        }
    }

    @Test func `without a window there is no agent and no pairing`() async throws {
        try await RadioBench.run(adapter: false, allowed: []) { bench in
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            bench.bluez.addPhone()
            expect(await eventually { Self.isPairable(bench) == false })
            await bench.bluez.settle()
            expect(bench.bluez.count("RegisterAgent"), is: 0)
            expect(bench.phones, is: [])
            #expect(radio.links.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a phone that bonds is remembered and welcomed`(servicesCameFirst: Bool) async throws {
        try await Self.withWindow { bench, radio in
            expect(Self.isPairable(bench), is: true)
            let phone = bench.bluez.addPhone(isPaired: false, isResolved: servicesCameFirst)
            await bench.bluez.settle()
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(radio.bonded, is: [Self.ann])
            expect(bench.phones, is: [Self.ann])
            expect(Self.isPairable(bench), is: false)
            #expect(bench.bluez.agent == nil)
            bench.bluez.set(phone, ["ServicesResolved": .bool(true)])
            expect(await eventually { radio.links.first?.events == [.available] })
            expect(radio.advice, is: [])
        }
    }

    @Test func `one window bonds one phone`() async throws {
        try await Self.withWindow { bench, radio in
            let first = bench.bluez.addPhone(isPaired: false)
            let second = bench.bluez.addPhone(FakePhone.other, isPaired: false)
            bench.bluez.on("Set", .hold)
            bench.bluez.set(first, ["Paired": .bool(true)])
            expect(await eventually { radio.bonded.count == 1 })
            // It slips in before bluetoothd has closed the adapter.
            bench.bluez.set(second, ["Paired": .bool(true)])
            await bench.bluez.settle()
            bench.bluez.release()
            #expect(await radio.ends(.bonded))
            expect(radio.bonded, is: [Self.ann])
            expect(bench.phones, is: [Self.ann])
            expect(radio.links.map(\.link.phone.bond), is: [FakePhone.address])
            // Nobody has asked for the second bond.
            expect(radio.turnedAway, is: ["Ann's phone"])
            expect(bench.bluez.objects[second.path], is: nil)
            #expect(bench.bluez.objects[first.path] != nil)
        }
    }

    @Test func `the agent goes before the adapter closes`() async throws {
        try await Self.withWindow { bench, radio in
            let phone = bench.bluez.addPhone(isPaired: false)
            let calls = bench.bluez.calls.count
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            let order = bench.bluez.calls.dropFirst(calls).map(\.member).filter {
                ["UnregisterAgent", "Set"].contains($0)
            }
            expect(order, is: ["UnregisterAgent", "Set"])
        }
    }

    @Test func `whoever asks while the agent goes is refused`() async throws {
        try await Self.withWindow { bench, radio in
            let first = bench.bluez.addPhone(isPaired: false)
            let second = bench.bluez.addPhone(FakePhone.other, isPaired: false)
            bench.bluez.on("UnregisterAgent", .hold)
            bench.bluez.set(first, ["Paired": .bool(true)])
            expect(await eventually { radio.bonded.count == 1 })
            for member in ["RequestConfirmation", "DisplayPasskey", "RequestAuthorization"] {
                let answer = await bench.bluez.askAgent(
                    member, [.path(second.path), .uint32(1), .uint16(0)])
                expect(FakeBluetoothd.word(answer), is: "org.bluez.Error.Rejected", "\(member)")
            }
            #expect(radio.questions.isEmpty)
            expect(radio.passkeys, is: [])
        }
    }

    @Test func `a second phone that wants to pair meanwhile is turned away`() async throws {
        try await Self.withWindow { bench, radio in
            let first = bench.bluez.addPhone(isPaired: false)
            let second = bench.bluez.addPhone(FakePhone.other, name: "Bob", isPaired: false)
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(first.path), .uint32(1))
            let question = try await radio.question()
            for _ in 0..<2 {
                let answer = await bench.bluez.askAgent(
                    "RequestConfirmation", .path(second.path), .uint32(2))
                expect(FakeBluetoothd.word(answer), is: "org.bluez.Error.Rejected")
            }
            // The first one goes on undisturbed, also once its owner has to say yes.
            expect(pending.answer, is: nil)
            question.answer(true)
            await expect(pending.word(), is: "yes")
            let late = await bench.bluez.askAgent(
                "RequestConfirmation", .path(second.path), .uint32(3))
            expect(FakeBluetoothd.word(late), is: "org.bluez.Error.Rejected")
            let shown = await bench.bluez.askAgent(
                "DisplayPasskey", .path(second.path), .uint32(3), .uint16(0))
            expect(FakeBluetoothd.word(shown), is: "org.bluez.Error.Rejected")
            expect(await eventually { bench.bluez.count("Disconnect", at: second.path) == 1 })
            expect(radio.questions.count, is: 1)
            expect(radio.passkeys, is: [])
            expect(radio.turnedAway, is: ["Bob"])
            bench.bluez.set(first, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(radio.bonded, is: [Self.ann])
            expect(bench.phones, is: [Self.ann])
        }
    }

    @Test func `a phone that has gone makes room for another one`() async throws {
        try await Self.withWindow { bench, radio in
            let first = bench.bluez.addPhone(isPaired: false)
            let second = bench.bluez.addPhone(FakePhone.other, name: "Bob", isPaired: false)
            _ = bench.bluez.beginAsking("RequestConfirmation", .path(first.path), .uint32(1))
            try await radio.question().answer(true)
            bench.bluez.disconnect(first)
            expect(await eventually { radio.withdrawals == 1 })
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(second.path), .uint32(2))
            expect(await eventually { radio.questions.count == 2 })
            try await radio.question().answer(true)
            await expect(pending.word(), is: "yes")
            bench.bluez.set(second, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(radio.bonded.map(\.address), is: [FakePhone.other])
            // The first one comes to an end all the same, which nobody waits for any more.
            bench.bluez.set(first, ["Paired": .bool(true)])
            expect(await eventually { bench.bluez.objects[first.path] == nil })
            expect(radio.turnedAway, is: ["Ann's phone"])
        }
    }

    @Test func `a bond that was not let in is removed and does not end the window`()
        async throws
    {
        try await Self.withWindow { bench, radio in
            let first = bench.bluez.addPhone(isPaired: false)
            let second = bench.bluez.addPhone(FakePhone.other, name: "Bob", isPaired: false)
            _ = bench.bluez.beginAsking("RequestConfirmation", .path(first.path), .uint32(1))
            try await radio.question().answer(true)
            bench.bluez.set(second, ["Paired": .bool(true)])
            expect(await eventually { bench.bluez.objects[second.path] == nil })
            expect(radio.turnedAway, is: ["Bob"])
            expect(radio.pairingEnd, is: nil)
            bench.bluez.set(first, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(bench.phones, is: [Self.ann])
        }
    }

    /// A radio whose window is open and a phone that was paired in an earlier one.
    @LoopActor
    private static func withKnownPhone(
        _ body: @LoopActor @Sendable (RadioBench, WatchedBlueZ, FakePhone) async throws -> Void
    ) async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone()
            let radio = await bench.listen()
            expect(await eventually { radio.links.count == 1 })
            #expect(await radio.openWindowAndWait())
            try await body(bench, radio, phone)
        }
    }

    @Test func `a known phone whose bond is made anew is noticed`() async throws {
        try await Self.withKnownPhone { bench, radio, phone in
            bench.bluez.set(phone, ["Paired": .bool(false)])
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(radio.bonded, is: [Self.ann])
            expect(bench.phones, is: [Self.ann])
            expect(await eventually { radio.links.last?.events == [.available] })
        }
    }

    @Test func `a known phone that had forgotten the host is noticed once it can be subscribed`()
        async throws
    {
        try await Self.withKnownPhone { bench, radio, phone in
            // bluetoothd has the old bond all the time.
            let pending = bench.bluez.beginAsking(
                "RequestConfirmation", .path(phone.path), .uint32(1))
            try await radio.question().answer(true)
            await expect(pending.word(), is: "yes")
            await bench.bluez.settle()
            expect(radio.pairingEnd, is: nil)
            bench.bluez.change(
                phone.notificationSource, FakePaths.characteristic, ["Notifying": .bool(true)])
            #expect(await radio.ends(.bonded))
            expect(radio.bonded, is: [Self.ann])
            expect(bench.bluez.count("RemoveDevice"), is: 0)
            expect(Self.isPairable(bench), is: false)
        }
    }

    @Test func `a known phone that is subscribed without pairing ends no window`() async throws {
        try await Self.withKnownPhone { bench, radio, phone in
            bench.bluez.change(
                phone.notificationSource, FakePaths.characteristic, ["Notifying": .bool(true)])
            await bench.bluez.settle()
            expect(radio.pairingEnd, is: nil)
            expect(radio.bonded, is: [])
        }
    }

    @Test func `an adapter that is pulled out ends its window`() async throws {
        try await Self.withKnownPhone { bench, radio, phone in
            bench.bluez.remove(FakePhone.adapter)
            #expect(await radio.ends(.failed("the adapter is gone")))
            bench.bluez.addAdapter()
            bench.bluez.addPhone()
            bench.bluez.addPhone(FakePhone.other)
            await bench.bluez.settle()
            expect(radio.bonded, is: [])
            expect(bench.bluez.count("RemoveDevice"), is: 0)
        }
    }

    @Test func `a window that is closed while it opens ends with the adapter closed`()
        async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.on("Set", .hold, .refuse("org.bluez.Error.Busy", "busy"))
            radio.openWindow()
            expect(await eventually { !bench.bluez.held.isEmpty })
            radio.radio?.closeWindow()
            await bench.bluez.settle()
            // bluetoothd would refuse to set what it still sets.
            expect(bench.bluez.count("Set"), is: 1)
            bench.bluez.release()
            #expect(await radio.ends(.interrupted))
            expect(Self.isPairable(bench), is: false)
            #expect(bench.bluez.agent == nil)
        }
    }

    @Test func `an address that becomes known after the bond replaces the first`() async throws {
        try await Self.withWindow { bench, radio in
            let phone = bench.bluez.addPhone(isPaired: false, isResolved: false)
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            bench.bluez.set(phone, ["Address": .string(FakePhone.other), "Alias": .string("Ann")])
            await bench.bluez.settle()
            expect(bench.phones, is: [Phone(address: FakePhone.other, name: "Ann")])
            bench.bluez.set(phone, ["ServicesResolved": .bool(true)])
            expect(await eventually { radio.links.first?.link.phone.bond == FakePhone.other })
        }
    }

    @Test func `a link whose phone's address changes is made anew under the new one`()
        async throws
    {
        try await Self.withWindow { bench, radio in
            let phone = bench.bluez.addPhone(isPaired: false)
            bench.bluez.set(phone, ["Paired": .bool(true)])
            expect(await eventually { radio.links.count == 1 })
            bench.bluez.set(phone, ["Address": .string(FakePhone.other)])
            expect(await eventually { radio.links.count == 2 })
            #expect(await radio.links[0].has(.closed(.lost)))
            expect(radio.links[1].link.phone.bond, is: FakePhone.other)
            expect(await eventually { !radio.links[1].events.isEmpty })
            expect(radio.links[1].events, is: [.available])
            expect(radio.advice, is: [])
        }
    }

    @Test func `the time of a window ends`() async throws {
        try await Self.withWindow(for: .milliseconds(50)) { bench, radio in
            #expect(await radio.ends(.time))
            expect(Self.isPairable(bench), is: false)
            #expect(bench.bluez.agent == nil)
            // A bond that comes now is nobody's wish.
            let phone = bench.bluez.addPhone(isPaired: false)
            bench.bluez.set(phone, ["Paired": .bool(true)])
            await bench.bluez.settle()
            expect(bench.phones, is: [])
            #expect(radio.links.isEmpty)
        }
    }

    @Test func `a window may be closed from here, and opened again`() async throws {
        try await Self.withWindow { bench, radio in
            radio.radio?.closeWindow()
            #expect(await radio.ends(.interrupted))
            expect(Self.isPairable(bench), is: false)
            #expect(bench.bluez.agent == nil)
            var events: [PairingEvent] = []
            radio.radio?.openWindow(.confirm, for: Patience.limit) { events.append($0) }
            expect(await eventually { !events.isEmpty })
            guard case .opened = events.first else { throw Missing() }
            expect(bench.bluez.agent?.capability, is: "NoInputNoOutput")
        }
    }

    @Test(arguments: ["RegisterAgent", "RequestDefaultAgent", "Set"])
    func `a window that bluetoothd refuses is closed at once`(member: String) async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.on(member, .refuse("org.bluez.Error.NotPermitted", "no"))
            radio.openWindow()
            #expect(await radio.ends(.failed("org.bluez.Error.NotPermitted")))
            #expect(bench.bluez.agent == nil)
            expect(Self.isPairable(bench), is: false)
        }
    }

    @Test func `a window needs an adapter`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let radio = bench.start()
            expect(await eventually { radio.state == .noAdapter })
            radio.openWindow()
            expect(radio.pairingEnd, is: .failed("no adapter"))
        }
    }

    @Test func `a window ends with bluetoothd`() async throws {
        try await Self.withWindow { bench, radio in
            bench.bluez.die()
            #expect(await radio.ends(.failed("bluetoothd is gone")))
            await bench.bluez.start()
            expect(await eventually { radio.state == .listening })
            #expect(bench.bluez.agent == nil)
            expect(bench.bluez.advertisement?.properties["Discoverable"], is: .bool(false))
        }
    }

    @Test(arguments: [true, false])
    func `a phone that was paired elsewhere is taken over if a person says so`(
        isYes: Bool
    ) async throws {
        try await Self.withWindow(isPairedBefore: true) { bench, radio in
            let question = try await radio.question()
            expect(question.number, is: nil)
            expect(question.phone, is: "Ann's phone")
            question.answer(isYes)
            guard isYes else {
                await bench.bluez.settle()
                expect(bench.phones, is: [])
                #expect(radio.links.isEmpty)
                expect(radio.questions.count, is: 1)
                return
            }
            #expect(await radio.ends(.bonded))
            expect(bench.phones, is: [Self.ann])
            expect(await eventually { radio.links.first?.events == [.available] })
        }
    }

    @Test func `a bond that cannot be remembered is told and not kept`() async throws {
        try await Self.withWindow { bench, radio in
            try bench.makeFolder("phones.json")
            let phone = bench.bluez.addPhone()
            _ = await eventually { radio.pairingEnd != nil }
            guard case .failed(let reason) = radio.pairingEnd else { throw Missing() }
            #expect(reason.contains("phones.json"))
            expect(radio.bonded, is: [])
            #expect(radio.links.isEmpty)
            expect(await eventually { bench.bluez.objects[phone.path] == nil })
        }
    }

    @Test func `a broken list is set aside, and what was known before is written anew`()
        async throws
    {
        try await RadioBench.run(allowed: [FakePhone.other]) { bench in
            let radio = await bench.listen()
            try bench.write("[]", to: "phones.json")
            #expect(await radio.openWindowAndWait())
            bench.bluez.addPhone()
            #expect(await radio.ends(.bonded))
            expect(bench.phones?.map(\.address), is: [FakePhone.other, FakePhone.address])
            expect(bench.text(of: "phones.json.broken"), is: "[]")
            expect(radio.advice.last?.contains("phones.json.broken"), is: true)
        }
    }

    @Test func `a window is not opened where the adapter's setting cannot be noted`()
        async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            try bench.makeFolder("adapter.json")
            radio.openWindow()
            _ = await eventually { radio.pairingEnd != nil }
            guard case .failed(let reason) = radio.pairingEnd else { throw Missing() }
            #expect(reason.contains("adapter.json"))
            expect(bench.bluez.count("RegisterAgent"), is: 0)
            expect(bench.bluez.count("Set"), is: 0)
        }
    }
}
