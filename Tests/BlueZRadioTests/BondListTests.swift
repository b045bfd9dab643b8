import BusSupport
import Linux
import Support
import Testing

@testable import BlueZRadio

@Suite(.timeLimit(.minutes(2)))
struct BondListTests {
    private static let phones = [
        RadioMemory.Phone(address: FakePhone.address, name: "Ann"),
        RadioMemory.Phone(address: FakePhone.other, name: "Bob"),
    ]

    @LoopActor
    private static func look(
        _ bench: RadioBench, _ adapter: AdapterChoice = .any
    ) async -> [BondList.Status]? {
        let list = BondList(adapter: adapter, bus: bench.bus.address, patience: .seconds(30))
        var found: [BondList.Status]?
        list.look(at: phones) { found = $0 }
        _ = await eventually { found != nil }
        return found
    }

    @LoopActor
    private static func remove(
        _ bench: RadioBench, _ address: String = FakePhone.address
    ) async -> Bool? {
        let list = BondList(adapter: .any, bus: bench.bus.address, patience: .seconds(30))
        var isGone: Bool?
        list.removeBond(of: address) { isGone = $0 }
        _ = await eventually { isGone != nil }
        return isGone
    }

    @Test(
        arguments: [
            (true, true, true, true), (true, false, true, false), (false, true, false, true),
        ])
    func `each phone is told as bluetoothd knows it`(
        isPaired: Bool, isConnected: Bool, isBonded: Bool, isThere: Bool
    ) async throws {
        try await RadioBench.run { bench in
            bench.bluez.addPhone(isConnected: isConnected, isPaired: isPaired)
            let found = await Self.look(bench)
            #expect(
                found == [
                    .init(phone: Self.phones[0], isBonded: isBonded, isConnected: isThere),
                    .init(phone: Self.phones[1], isBonded: false),
                ])
        }
    }

    @Test func `only the adapter that is wanted is looked at`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.addPhone()
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            #expect(await Self.look(bench, .named("hci1"))?.first?.isBonded == false)
            #expect(await Self.look(bench, .named("hci0"))?.first?.isBonded == true)
        }
    }

    @Test func `without bluetoothd nothing is known and nothing removed`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.die()
            let found = await Self.look(bench)
            #expect(found?.map(\.isBonded) == [nil, nil])
            #expect(await Self.remove(bench) == false)
        }
    }

    @Test func `a bond is removed`() async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone()
            bench.bluez.addPhone(FakePhone.other)
            #expect(await Self.remove(bench) == true)
            #expect(bench.bluez.count("RemoveDevice", at: FakePhone.adapter) == 1)
            #expect(bench.bluez.objects[phone.path] == nil)
            // What is gone already is gone.
            #expect(await Self.remove(bench) == true)
            #expect(bench.bluez.count("RemoveDevice") == 1)
        }
    }

    @Test func `a bond that bluetoothd does not remove is not gone`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.addPhone()
            bench.bluez.on("RemoveDevice", .refuse("org.bluez.Error.Failed", "no"))
            #expect(await Self.remove(bench) == false)
        }
    }
}
