import ANCS
import BusSupport
import DBus
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

@Suite(.timeLimit(.minutes(2)))
struct PairingWindowTests {
    private typealias Phone = RadioMemory.Phone
    private static let ann = Phone(address: FakePhone.address, name: "Ann's phone")

    @LoopActor
    private static func isPairable(_ bench: RadioBench) -> Bool? {
        bench.bluez.property(FakePhone.adapter, FakePaths.adapter, "Pairable")?.asBool
    }

    /// A radio whose window is open.
    @LoopActor
    private static func withWindow(
        for time: Duration = .seconds(60),
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
            #expect(await eventually { Self.isPairable(bench) == false })
            await bench.bluez.settle()
            #expect(bench.bluez.count("RegisterAgent") == 0)
            #expect(bench.phones == [])
            #expect(radio.links.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a phone that bonds is remembered and welcomed`(servicesCameFirst: Bool) async throws {
        try await Self.withWindow { bench, radio in
            #expect(Self.isPairable(bench) == true)
            let phone = bench.bluez.addPhone(isPaired: false, isResolved: servicesCameFirst)
            await bench.bluez.settle()
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            #expect(radio.bonded == [Self.ann])
            #expect(bench.phones == [Self.ann])
            #expect(Self.isPairable(bench) == false)
            #expect(bench.bluez.agent == nil)
            bench.bluez.set(phone, ["ServicesResolved": .bool(true)])
            #expect(await eventually { radio.links.first?.events == [.available] })
            #expect(radio.advice == [])
        }
    }

    @Test func `one window bonds one phone`() async throws {
        try await Self.withWindow { bench, radio in
            let first = bench.bluez.addPhone(isPaired: false)
            let second = bench.bluez.addPhone(FakePhone.other, isPaired: false)
            bench.bluez.on("Set", .hold)
            bench.bluez.set(first, ["Paired": .bool(true)])
            #expect(await eventually { radio.bonded.count == 1 })
            // It slips in before bluetoothd has closed the adapter.
            bench.bluez.set(second, ["Paired": .bool(true)])
            await bench.bluez.settle()
            bench.bluez.release()
            #expect(await radio.ends(.bonded))
            #expect(radio.bonded == [Self.ann])
            #expect(bench.phones == [Self.ann])
            #expect(radio.links.map(\.link.phone.bond) == [FakePhone.address])
        }
    }

    @Test func `an address that becomes known after the bond replaces the first`() async throws {
        try await Self.withWindow { bench, radio in
            let phone = bench.bluez.addPhone(isPaired: false, isResolved: false)
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await radio.ends(.bonded))
            bench.bluez.set(phone, ["Address": .string(FakePhone.other), "Alias": .string("Ann")])
            await bench.bluez.settle()
            #expect(
                bench.phones == [Phone(address: FakePhone.other, name: "Ann")])
            bench.bluez.set(phone, ["ServicesResolved": .bool(true)])
            #expect(await eventually { radio.links.first?.link.phone.bond == FakePhone.other })
        }
    }

    @Test func `a link whose phone's address changes is made anew under the new one`()
        async throws
    {
        try await Self.withWindow { bench, radio in
            let phone = bench.bluez.addPhone(isPaired: false)
            bench.bluez.set(phone, ["Paired": .bool(true)])
            #expect(await eventually { radio.links.count == 1 })
            bench.bluez.set(phone, ["Address": .string(FakePhone.other)])
            #expect(await eventually { radio.links.count == 2 })
            #expect(await radio.links[0].has(.closed(.lost)))
            #expect(radio.links[1].link.phone.bond == FakePhone.other)
            #expect(radio.links[1].events == [.available])
            #expect(radio.advice == [])
        }
    }

    @Test func `the time of a window ends`() async throws {
        try await Self.withWindow(for: .milliseconds(50)) { bench, radio in
            #expect(await radio.ends(.time))
            #expect(Self.isPairable(bench) == false)
            #expect(bench.bluez.agent == nil)
            // A bond that comes now is nobody's wish.
            let phone = bench.bluez.addPhone(isPaired: false)
            bench.bluez.set(phone, ["Paired": .bool(true)])
            await bench.bluez.settle()
            #expect(bench.phones == [])
            #expect(radio.links.isEmpty)
        }
    }

    @Test func `a window may be closed from here, and opened again`() async throws {
        try await Self.withWindow { bench, radio in
            radio.radio?.closeWindow()
            #expect(await radio.ends(.interrupted))
            #expect(Self.isPairable(bench) == false)
            #expect(bench.bluez.agent == nil)
            var events: [PairingEvent] = []
            radio.radio?.openWindow(.confirm, for: .seconds(60)) { events.append($0) }
            #expect(await eventually { !events.isEmpty })
            guard case .opened = events.first else { throw Missing() }
            #expect(bench.bluez.agent?.capability == "NoInputNoOutput")
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
            #expect(Self.isPairable(bench) == false)
        }
    }

    @Test func `a window needs an adapter`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let radio = bench.start()
            #expect(await eventually { radio.state == .noAdapter })
            radio.openWindow()
            #expect(radio.pairingEnd == .failed("no adapter"))
        }
    }

    @Test func `a window ends with bluetoothd`() async throws {
        try await Self.withWindow { bench, radio in
            bench.bluez.die()
            #expect(await radio.ends(.failed("bluetoothd is gone")))
            await bench.bluez.start()
            #expect(await eventually { radio.state == .listening })
            #expect(bench.bluez.agent == nil)
            #expect(bench.bluez.advertisement?.properties["Discoverable"] == .bool(false))
        }
    }

    @Test(arguments: [true, false])
    func `a phone that was paired elsewhere is taken over if a person says so`(
        isYes: Bool
    ) async throws {
        try await Self.withWindow(isPairedBefore: true) { bench, radio in
            let question = try await radio.question()
            #expect(question.number == nil)
            #expect(question.phone == "Ann's phone")
            question.answer(isYes)
            guard isYes else {
                await bench.bluez.settle()
                #expect(bench.phones == [])
                #expect(radio.links.isEmpty)
                #expect(radio.questions.count == 1)
                return
            }
            #expect(await radio.ends(.bonded))
            #expect(bench.phones == [Self.ann])
            #expect(await eventually { radio.links.first?.events == [.available] })
        }
    }

    @Test func `a bond that cannot be remembered is told`() async throws {
        try await Self.withWindow { bench, radio in
            try bench.write("[]", to: "phones.json")
            bench.bluez.addPhone()
            _ = await eventually { radio.pairingEnd != nil }
            guard case .failed(let reason) = radio.pairingEnd else { throw Missing() }
            #expect(reason.contains("phones.json"))
            #expect(radio.bonded == [])
            #expect(radio.links.isEmpty)
        }
    }
}
