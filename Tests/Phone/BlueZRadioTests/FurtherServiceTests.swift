import Basics
import BusSupport
import DBus
import Expecting
import Features
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

/// What bluetoothd knows of a phone's services beside notifications.
struct FurtherServiceTests {
    private static let service = BatteryFeature.service
    private static let level = BatteryFeature.level
    private static let state = CharacteristicID(level.uuid + 1 << 96, of: service)
    private static let needs = [
        ServiceNeed.notifications, ServiceNeed(service, requiring: [level, state]),
    ]

    @LoopActor
    private static func add(to phone: FakePhone, of bluez: FakeBluetoothd) {
        bluez.addService(
            service.uuid.uuidText, at: phone.further,
            [level.uuid.uuidText: [77], state.uuid.uuidText: [3]])
    }

    /// A link that is open, and says that there are notifications alone.
    @LoopActor
    private static func contract(_ bench: RadioBench) async throws -> (LinkContract, FakePhone) {
        let radio = bench.start(needs: needs)
        radio.opensLinks = false
        let phone = bench.bluez.addPhone()
        expect(await eventually { radio.links.count == 1 })
        let contract = LinkContract(try #require(radio.links.first).link) {
            await bench.bluez.settle()
        }
        await contract.open()
        return (contract, phone)
    }

    @Test func `a further service comes later and goes alone`() async throws {
        try await RadioBench.run { bench in
            let (contract, phone) = try await Self.contract(bench)
            expect(await eventually { contract.events.contains(.vanished(Self.service)) })
            await contract.follow(Self.level) {
                Self.add(to: phone, of: bench.bluez)
            } vanish: {
                bench.bluez.remove(phone.further)
            }
            await contract.askForWhatIsNotThere()
            await contract.close()
            expect(contract.problems, is: [])
            #expect(!contract.events.contains(.unavailable))
        }
    }

    @Test func `a service that came and went within a moment is told once each`() async throws {
        try await RadioBench.run { bench in
            let (contract, phone) = try await Self.contract(bench)
            await contract.follow(Self.level) {
                Self.add(to: phone, of: bench.bluez)
            } vanish: {
                bench.bluez.remove(phone.further)
            }
            await pause(.milliseconds(1200))
            expect(contract.problems, is: [])
            expect(contract.events.count { $0 == .vanished(Self.service) }, is: 1)
        }
    }

    @Test func `one characteristic is left, and the other goes on`() async throws {
        try await RadioBench.run { bench in
            let radio = bench.start(needs: Self.needs)
            let phone = bench.bluez.addPhone()
            Self.add(to: phone, of: bench.bluez)
            expect(await eventually { radio.links.count == 1 })
            let link = radio.links[0]
            #expect(await link.has(.appeared(Self.service)))
            for id in [Self.level, Self.state] {
                link.link.subscribe(to: id)
                #expect(await link.has(.subscribed(id)))
            }
            link.link.unsubscribe(from: Self.level)
            #expect(await link.has(.unsubscribed(Self.level)))
            bench.bluez.value(phone.further.appending("char0001"), [4])
            #expect(await link.has(.value(Self.state, [4])))
            link.link.write([5], to: Self.state)
            #expect(await link.has(.written(Self.state, nil)))
            // What the need does not name is as good as not there.
            let unknown = CharacteristicID(1, of: Self.service)
            link.link.read(unknown)
            #expect(await link.has(.read(unknown, .failure(.attributeNotFound))))
        }
    }

    @Test(arguments: [false, true])
    func `a value that was read is no change of the phone`(isSubscribedBefore: Bool) async throws {
        try await RadioBench.run { bench in
            let radio = bench.start(needs: Self.needs)
            let phone = bench.bluez.addPhone()
            Self.add(to: phone, of: bench.bluez)
            expect(await eventually { radio.links.count == 1 })
            let link = radio.links[0]
            #expect(await link.has(.appeared(Self.service)))
            @LoopActor func subscribe() async {
                link.link.subscribe(to: Self.level)
                #expect(await link.has(.subscribed(Self.level)))
            }
            if isSubscribedBefore { await subscribe() }
            link.link.read(Self.level)
            #expect(await link.has(.read(Self.level, .success([77]))))
            if !isSubscribedBefore { await subscribe() }
            bench.bluez.value(phone.further.appending("char0000"), [76])
            #expect(await link.has(.value(Self.level, [76])))
            let own = link.events.filter { $0.characteristic == Self.level }
            expect(own.count, is: 3, "subscribed, read and changed once: \(own)")
        }
    }

    @Test func `changes during a read are kept, and the value that was read is not one`() {
        for (values, answer, expected, why) in [
            ([[1]], [1], [], "the value that was read"),
            ([[1], [2]], [2], [[1]], "a change before it"),
            ([[2], [1]], [2], [[2], [1]], "changed back meanwhile"),
            ([], [1], [], "bluetoothd did not send it"),
            ([[1]], nil, [[1]], "a change while the phone refused"),
        ] as [([[UInt8]], [UInt8]?, [[UInt8]], String)] {
            var reads = OngoingReads()
            expect(reads.keep([0], of: Self.level), is: false, "not before it begins")
            reads.begin(Self.level)
            for value in values { expect(reads.keep(value, of: Self.level), is: true) }
            expect(reads.keep([0], of: Self.state), is: false, "of another one")
            expect(reads.end(Self.level, with: answer), is: expected, "\(why)")
            expect(reads.keep([0], of: Self.level), is: false, "not after it has ended")
        }
    }

    @Test(arguments: [(DataSourceMode.auto, false), (.acquire, false), (.notify, true)])
    func `a confidential value is read only where it may be on the bus`(
        mode: DataSourceMode, isRead: Bool
    ) async throws {
        try await RadioBench.run { bench in
            let need = ServiceNeed(
                Self.service, requiring: [Self.level, Self.state], confidential: [Self.state])
            let radio = bench.start(mode: mode, needs: [.notifications, need])
            let phone = bench.bluez.addPhone()
            Self.add(to: phone, of: bench.bluez)
            expect(await eventually { radio.links.count == 1 })
            let link = radio.links[0]
            #expect(await link.has(.appeared(Self.service)))
            link.link.read(Self.state)
            #expect(
                await link.has(
                    .read(Self.state, isRead ? .success([3]) : .failure(.readNotPermitted))))
            expect(bench.bluez.count("ReadValue"), is: isRead ? 1 : 0)
            link.link.read(Self.level)
            #expect(await link.has(.read(Self.level, .success([77]))))
        }
    }

    @Test func `a bluetoothd that begins anew has the further services again`() async throws {
        try await RadioBench.run { bench in
            let radio = bench.start(needs: Self.needs)
            let phone = bench.bluez.addPhone()
            Self.add(to: phone, of: bench.bluez)
            expect(await eventually { radio.links.count == 1 })
            #expect(await radio.links[0].has(.appeared(Self.service)))
            bench.bluez.die()
            #expect(await radio.links[0].has(.closed(.lost)))
            let before = radio.links[0].events.count
            await bench.bluez.start()
            expect(await eventually { radio.links.count == 2 })
            let link = radio.links[1]
            #expect(await link.has(.appeared(Self.service)))
            #expect(link.events.contains(.available))
            link.link.read(Self.level)
            #expect(await link.has(.read(Self.level, .success([77]))))
            expect(radio.links[0].events.count, is: before, "nothing is told after the end")
        }
    }
}
