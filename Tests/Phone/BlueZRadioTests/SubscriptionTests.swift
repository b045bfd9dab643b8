import ANCS
import BusSupport
import DBus
import Expecting
import Features
import LinkSupport
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

struct SubscriptionTests {
    private static let busy = FakeBluetoothd.Reaction.refuse(
        "org.bluez.Error.InProgress", "In Progress")

    @Test func `texts come by a descriptor, announcements over the bus`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            try bench.bluez.streams[phone.dataSource]?.send([1, 2, 3])
            #expect(await link.has(.value(.dataSource, [1, 2, 3])))
            bench.bluez.value(phone.notificationSource, [4])
            #expect(await link.has(.value(.notificationSource, [4])))
            // What somebody else has bluetoothd send over the bus is not taken twice.
            bench.bluez.value(phone.dataSource, [5])
            await bench.bluez.settle()
            expect(link.values.count, is: 2)
            expect(bench.bluez.count("StartNotify", at: phone.dataSource), is: 0)
            expect(radio.advice, is: [])
        }
    }

    @Test func `values of somebody who is not bluetoothd are not taken`() async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            let stranger = await bench.bus.connect()
            try stranger.connection.emit(
                BusSignal(
                    phone.notificationSource, FakePaths.properties, "PropertiesChanged",
                    [
                        .string(FakePaths.characteristic), .dictionary(["Value": .bytes([1])]),
                        .strings([]),
                    ]))
            await stranger.settle()
            bench.bluez.value(phone.notificationSource, [2])
            #expect(await link.has(.value(.notificationSource, [2])))
            expect(link.values.count, is: 1)
        }
    }

    @Test func `values that come before the answer are not lost`() async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            bench.bluez.on("StartNotify", .hold)
            link.link.subscribe(to: .notificationSource)
            expect(await eventually { !bench.bluez.held.isEmpty })
            bench.bluez.value(phone.notificationSource, [1])
            bench.bluez.value(phone.notificationSource, [2])
            await bench.bluez.settle()
            expect(link.events, is: [.available])
            bench.bluez.release()
            #expect(await link.has(.value(.notificationSource, [2])))
            expect(
                link.events,
                is: [
                    .available, .subscribed(.notificationSource),
                    .value(.notificationSource, [1]), .value(.notificationSource, [2]),
                ])
        }
    }

    @Test(
        arguments: [
            ("AcquireNotify", CharacteristicID.dataSource), ("StartNotify", .notificationSource),
        ])
    func `a bluetoothd that is busy is asked again`(
        member: String, characteristic: CharacteristicID
    ) async throws {
        try await RadioBench.run { bench in
            let (_, link, _) = try await bench.link()
            bench.bluez.on(member, Self.busy, Self.busy)
            link.link.subscribe(to: characteristic)
            #expect(await link.has(.subscribed(characteristic)))
            expect(bench.bluez.count(member), is: 3)
            expect(link.events, is: [.available, .subscribed(characteristic)])
        }
    }

    @Test func `where texts are to come over the bus, no descriptor is asked for`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, _) = try await bench.link(mode: .notify)
            try await link.subscribeToBoth()
            expect(bench.bluez.count("AcquireNotify"), is: 0)
            expect(radio.advice.count, is: 1)
        }
    }

    @Test(
        arguments: [
            ("AcquireNotify", CharacteristicID.dataSource), ("StartNotify", .notificationSource),
        ])
    func `a phone that does not let us in refuses`(
        member: String, characteristic: CharacteristicID
    ) async throws {
        try await RadioBench.run { bench in
            let (_, link, _) = try await bench.link()
            bench.bluez.on(member, .refuse("org.bluez.Error.NotPermitted", "Not paired"))
            link.link.subscribe(to: characteristic)
            #expect(await link.has(.refused(characteristic, .insufficientAuthentication)))
        }
    }

    @Test func `a descriptor that is closed while the phone is there begins a new session`()
        async throws
    {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            link.clear()
            bench.bluez.hangUp(phone.dataSource)
            #expect(await link.has(.unavailable))
            #expect(await link.has(.available))
            expect(link.events, is: [.unavailable, .available])
            // The phone announces everything anew only to who subscribes anew.
            expect(bench.bluez.count("StopNotify", at: phone.notificationSource), is: 1)
            link.clear()
            try await link.subscribeToBoth()
            try bench.bluez.streams[phone.dataSource]?.send([7])
            #expect(await link.has(.value(.dataSource, [7])))
            expect(radio.links.count, is: 1)
        }
    }

    @Test(arguments: [false, true])
    func `a subscription that bluetoothd has lost begins a new session`(
        somebodyElseWasThere: Bool
    ) async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            if somebodyElseWasThere { bench.bluez.notifying(phone.notificationSource, true) }
            try await link.subscribeToBoth()
            await bench.bluez.settle()
            link.clear()
            bench.bluez.notifying(phone.notificationSource, false)
            #expect(await link.has(.available))
            expect(link.events, is: [.unavailable, .available])
        }
    }

    @Test func `a subscription that is made anew on purpose begins no new session`() async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            link.clear()
            link.link.unsubscribe(from: .notificationSource)
            #expect(await link.has(.unsubscribed(.notificationSource)))
            link.link.subscribe(to: .notificationSource)
            #expect(await link.has(.subscribed(.notificationSource)))
            await bench.bluez.settle()
            expect(
                link.events,
                is: [
                    .unsubscribed(.notificationSource), .subscribed(.notificationSource),
                ])
            bench.bluez.value(phone.notificationSource, [1])
            #expect(await link.has(.value(.notificationSource, [1])))
        }
    }

    @Test func `a repeated subscription may be answered before bluetoothd calls it notifying`()
        async throws
    {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            link.link.unsubscribe(from: .notificationSource)
            #expect(await link.has(.unsubscribed(.notificationSource)))
            link.clear()
            bench.bluez.on("StartNotify", .hold)
            link.link.subscribe(to: .notificationSource)
            expect(await eventually { !bench.bluez.held.isEmpty })
            bench.bluez.held.last?.reply()
            #expect(await link.has(.subscribed(.notificationSource)))
            bench.bluez.set(phone, ["Alias": .string("Ann's other phone")])
            await bench.bluez.settle()
            bench.bluez.notifying(phone.notificationSource, true)
            await bench.bluez.settle()
            #expect(!link.events.contains(.vanished(.notifications)), "\(link.events)")
        }
    }

    @Test(
        arguments: [
            "all at once", "the services first", "the descriptor first", "the subscription first",
        ])
    func `a phone that goes leaves no subscription behind`(order: String) async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            link.clear()
            switch order {
            case "the services first":
                bench.bluez.set(phone, ["ServicesResolved": .bool(false)])
                await bench.bluez.settle()
            case "the descriptor first":
                bench.bluez.hangUp(phone.dataSource)
                #expect(await link.has(.unavailable))
            case "the subscription first":
                bench.bluez.change(
                    phone.notificationSource, FakePaths.characteristic, ["Notifying": .bool(false)])
                #expect(await link.has(.unavailable))
            default: break
            }
            bench.bluez.disconnect(phone)
            #expect(await link.has(.closed(.lost)))
            await bench.bluez.settle()
            // Otherwise bluetoothd subscribes by itself, and what the phone announces is lost.
            #expect(bench.bluez.count("StopNotify", at: phone.notificationSource) >= 1)
            expect(
                bench.bluez.property(
                    phone.notificationSource, FakePaths.characteristic, "Notifying"),
                is: .bool(false))
            expect(link.events.last, is: .closed(.lost))
        }
    }

    @Test func `subscriptions that break off are made again ever less soon`() async throws {
        try await RadioBench.run { bench in
            let patience = LinkPatience(
                renewal: .milliseconds(5) ... .milliseconds(40), lasting: .seconds(86_400))
            let (_, link, phone) = try await bench.link(patience: patience)
            for pause in [5, 10, 20, 40, 40] {
                link.link.subscribe(to: .dataSource)
                #expect(await link.has(.subscribed(.dataSource)))
                link.clear()
                let start = EventLoop.now
                bench.bluez.hangUp(phone.dataSource)
                #expect(await link.has(.available))
                #expect(EventLoop.now - start >= .milliseconds(pause))
                link.clear()
            }
        }
    }

    @Test func `a subscription that has lasted is made again soon`() async throws {
        try await RadioBench.run { bench in
            let patience = LinkPatience(
                renewal: .milliseconds(5) ... .seconds(3600), lasting: .zero)
            let (_, link, phone) = try await bench.link(patience: patience)
            // Were it less soon each time, this would take minutes.
            for _ in 0..<16 {
                link.link.subscribe(to: .dataSource)
                #expect(await link.has(.subscribed(.dataSource)))
                link.clear()
                bench.bluez.hangUp(phone.dataSource)
                #expect(await link.has(.available))
                link.clear()
            }
        }
    }

    @Test func `what another program has acquired is not taken from it`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            bench.bluez.acquiredByOthers = [phone.notificationSource]
            try await Self.subscribeToTexts(link)
            bench.bluez.disconnect(phone)
            #expect(await link.has(.closed(.lost)))
            await radio.stop()
            expect(bench.bluez.count("StopNotify", at: phone.notificationSource), is: 0)
            expect(bench.bluez.acquiredByOthers, is: [phone.notificationSource])
        }
    }

    @LoopActor
    private static func subscribeToTexts(_ link: WatchedLink) async throws {
        link.link.subscribe(to: .dataSource)
        guard await link.has(.subscribed(.dataSource)) else { throw Missing() }
    }

    @Test func `a subscription that is answered too late is taken back`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            bench.bluez.on("StartNotify", .hold)
            link.link.subscribe(to: .notificationSource)
            expect(await eventually { !bench.bluez.held.isEmpty })
            bench.bluez.disconnect(phone)
            #expect(await link.has(.closed(.lost)))
            expect(bench.bluez.count("StopNotify"), is: 0)
            bench.bluez.release()
            expect(
                await eventually {
                    bench.bluez.count("StopNotify", at: phone.notificationSource) == 1
                })
            expect(radio.links.count, is: 1)
        }
    }

    @Test func `the bus is left when bluetoothd has seen the descriptor closed`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            bench.bluez.on("Ping", .hold)
            var isDone = false
            radio.radio?.stop { isDone = true }
            expect(await eventually { bench.bluez.held.first?.member == "Ping" })
            expect(bench.bluez.streams[phone.dataSource]?.isClosed, is: true)
            #expect(!isDone)
            bench.bluez.release()
            expect(await eventually { isDone })
        }
    }

    @Test func `a descriptor stands above every number that a bus could have`() async throws {
        try await LoopThread.run {
            var far: FileDescriptor?
            let near = try FileDescriptor.packetSocket(connectedTo: &far)
            let taken = TakenValues()
            var stream: ValueStream? = try ValueStream(near, for: taken)
            // A bus that is connected to anew gets the next free number.
            let bus = try FileDescriptor.duplicate(of: 0)
            let number = try #require(stream?.number)
            #expect(number >= FileDescriptor.raisedNumbers && number > bus.rawValue)
            guard let sender = far.take() else { throw Missing() }
            try sender.sendPacket([1])
            expect(await eventually { taken.values == [[1]] })
            stream = nil
            // Nothing else holds it open.
            try expect(sender.receivePacket(upTo: 1), is: .closed)
        }
    }

    @Test func `the end waits for a descriptor that is under way`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, _) = try await bench.link()
            bench.bluez.on("AcquireNotify", .hold)
            link.link.subscribe(to: .dataSource)
            expect(await eventually { !bench.bluez.held.isEmpty })
            var isDone = false
            radio.radio?.stop { isDone = true }
            // A client that leaves earlier makes bluetoothd 5.66 refuse all descriptors to come.
            #expect(!isDone)
            bench.bluez.release()
            expect(await eventually { isDone })
        }
    }
}

/// The values that a stream brought.
@LoopActor
private final class TakenValues: ValueStreamOwner {
    private(set) var values: [[UInt8]] = []

    func took(_ value: [UInt8]) { values.append(value) }

    func ended() {}
}
