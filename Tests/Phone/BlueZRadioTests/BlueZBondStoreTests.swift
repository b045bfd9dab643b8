import BusSupport
import Expecting
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

struct BlueZBondStoreTests {
    private static let phones = [
        PairedPhone(address: FakePhone.address, name: "Ann"),
        PairedPhone(address: FakePhone.other, name: "Bob"),
    ]

    private static let kept = BondRemoval.kept(
        "bluetoothd keeps its bond: bluetoothctl remove \(FakePhone.address)")

    @LoopActor
    private static func look(
        _ bench: RadioBench, _ adapter: AdapterChoice = .any
    ) async -> [BondStatus]? {
        await BlueZBondStore(adapter: adapter, bus: bench.bus.address, patience: Patience.limit)
            .look(at: phones)
    }

    @LoopActor
    private static func remove(
        _ bench: RadioBench, _ address: String = FakePhone.address,
        on adapter: AdapterChoice = .any, allowing isAllowed: Bool = true
    ) async -> (removal: BondRemoval?, wasAsked: Bool) {
        let list = BlueZBondStore(
            adapter: adapter, bus: bench.bus.address, patience: Patience.limit)
        var wasAsked = false
        let removal = await list.removeBond(of: address) {
            wasAsked = true
            return isAllowed
        }
        return (removal, wasAsked)
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
            expect(
                found,
                is: [
                    .init(phone: Self.phones[0], isBonded: isBonded, isConnected: isThere),
                    .init(phone: Self.phones[1], isBonded: false),
                ])
        }
    }

    @Test func `only the adapter that is wanted is looked at`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.addPhone()
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            await expect(Self.look(bench, .named("hci1"))?.first?.isBonded, is: false)
            await expect(Self.look(bench, .named("hci0"))?.first?.isBonded, is: true)
        }
    }

    @Test func `without bluetoothd nothing is known and nothing removed`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.die()
            let found = await Self.look(bench)
            expect(found?.map(\.isBonded), is: [nil, nil])
            let outcome = await Self.remove(bench)
            expect(outcome.removal, is: Self.kept)
            // What is ours to forget is forgotten all the same.
            #expect(outcome.wasAsked)
        }
    }

    @Test func `a bond is removed`() async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone()
            bench.bluez.addPhone(FakePhone.other)
            await expect(Self.remove(bench).removal, is: .gone)
            expect(bench.bluez.count("RemoveDevice", at: FakePhone.adapter), is: 1)
            expect(bench.bluez.objects[phone.path], is: nil)
            // What is gone already is gone.
            await expect(Self.remove(bench).removal, is: .gone)
            expect(bench.bluez.count("RemoveDevice"), is: 1)
        }
    }

    @Test func `a bond that bluetoothd does not remove is not gone`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.addPhone()
            bench.bluez.on("RemoveDevice", .refuse("org.bluez.Error.Failed", "no"))
            await expect(Self.remove(bench).removal, is: Self.kept)
        }
    }

    @Test func `a bond on another adapter than the one asked for is told and kept`()
        async throws
    {
        try await RadioBench.run { bench in
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            let phone = bench.bluez.addPhone()
            let elsewhere = await Self.remove(bench, on: .named("hci1"))
            expect(elsewhere.removal, is: .elsewhere(["hci0"]))
            let nowhere = await Self.remove(bench, on: .named("hci9"))
            expect(nowhere.removal, is: .noAdapter)
            #expect(!elsewhere.wasAsked && !nowhere.wasAsked)
            #expect(bench.bluez.objects[phone.path] != nil)
            // Nobody has one of this phone's.
            await expect(Self.remove(bench, FakePhone.other, on: .named("hci1")).removal, is: .gone)
            await expect(Self.remove(bench, on: .named("hci0")).removal, is: .gone)
            expect(bench.bluez.objects[phone.path], is: nil)
        }
    }

    @Test func `without an adapter in mind every bond with the phone is removed`() async throws {
        try await RadioBench.run { bench in
            let second = bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            bench.bluez.addPhone()
            bench.bluez.addPhone(on: second)
            await expect(Self.remove(bench).removal, is: .gone)
            expect(bench.bluez.count("RemoveDevice", at: FakePhone.adapter), is: 1)
            expect(bench.bluez.count("RemoveDevice", at: second), is: 1)
        }
    }

    @Test func `nothing is removed where it may not be`() async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone()
            _ = await Self.remove(bench, allowing: false)
            expect(bench.bluez.count("RemoveDevice"), is: 0)
            #expect(bench.bluez.objects[phone.path] != nil)
        }
    }
}
