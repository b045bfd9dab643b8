import BusSupport
import DBus
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

struct AirTests {
    private static let adapter: ObjectPath = "/org/bluez/hci0"
    private static let tag = FakePhone("C0:00:00:00:00:77", on: adapter)
    private static let beacon: [UInt8] = [0x02, 0x15] + [UInt8](repeating: 7, count: 21)

    private static func said(_ sender: AirContract.Sender) -> [String: BusValue] {
        var properties: [String: BusValue] = [:]
        properties["RSSI"] = sender.signal.map { .int16(Int16($0)) }
        properties["ManufacturerData"] = .map(
            key: "q", value: "v",
            sender.makers.map {
                BusEntry(key: .uint16($0.number), value: .variant(.bytes($0.bytes)))
            })
        properties["ServiceData"] = .dictionary(
            Dictionary(
                uniqueKeysWithValues: sender.services.map {
                    (
                        "0000" + String($0.number, radix: 16) + "-0000-1000-8000-00805f9b34fb",
                        BusValue.bytes($0.bytes)
                    )
                }))
        return properties
    }

    /// Somebody who is only heard.
    @LoopActor
    private static func addTag(_ bench: RadioBench, _ properties: [String: BusValue] = [:]) {
        let device: [String: BusValue] = [
            "Address": .string(tag.address), "Alias": .string("a tag"), "Connected": .bool(false),
            "Paired": .bool(false),
        ]
        bench.bluez.add(tag.path, [FakePaths.device: device.merging(properties) { $1 }])
    }

    private static func message(_ name: String, _ interval: Duration) -> AirBroadcast {
        AirBroadcast(name: name, data: AirData(0x004C, beacon), interval: interval)
    }

    @Test func `the air is as every radio's`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone(isConnected: false)
            Self.addTag(bench)
            await bench.bluez.settle()
            let air = try #require(radio.radio)
            let contract = AirContract(air, bond: phone.address) { sender in
                let path = sender.isPhone ? phone.path : Self.tag.path
                bench.bluez.change(path, FakePaths.device, Self.said(sender))
                await bench.bluez.settle()
            } settle: {
                await bench.bluez.settle()
            }
            let findings = await contract.findings()
            expect(findings.filter { !$0.holds }, is: [])
            expect(bench.bluez.count("SetDiscoveryFilter"), is: 1)
            expect(bench.bluez.calls.last?.member, is: "StopDiscovery")
            expect(
                bench.bluez.calls.last { $0.member == "SetDiscoveryFilter" }?.arguments,
                is: [.dictionary(["Transport": .string("le"), "DuplicateData": .bool(true)])])
        }
    }

    /// bluetoothd tells of a device what is new.
    @Test func `what is not said again still holds`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            var events: [AirEvent] = []
            radio.radio?.startListening { events.append($0) }
            await bench.bluez.settle()
            let maker = AirData(0x004C, Self.beacon)
            Self.addTag(bench, Self.said(.init(signal: -50, makers: [maker])))
            await bench.bluez.settle()
            bench.bluez.change(Self.tag.path, FakePaths.device, ["RSSI": .int16(-61)])
            bench.bluez.change(
                Self.tag.path, FakePaths.device, Self.said(.init(makers: [maker])))
            bench.bluez.change(Self.tag.path, FakePaths.device, ["Alias": .string("another")])
            await bench.bluez.settle()
            let heard = events.compactMap { event -> AirMessage? in
                if case .heard(let message) = event { message } else { nil }
            }
            expect(heard.map(\.signal), is: [-50, -61, -61])
            #expect(heard.allSatisfy { $0.manufacturerData == [maker] })
            #expect(heard.allSatisfy { $0.address == Self.tag.address })
        }
    }

    /// Adapters tell of each sender once in a look.
    @Test func `it looks around anew each second, and listens all the while`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            var events: [AirEvent] = []
            radio.radio?.startListening { events.append($0) }
            expect(await eventually { bench.bluez.count("StartDiscovery") == 3 })
            expect(bench.bluez.count("StopDiscovery"), is: 2)
            expect(bench.bluez.count("SetDiscoveryFilter"), is: 1)
            expect(events, is: [.listening(true)])
            radio.radio?.stopListening()
            expect(await eventually { bench.bluez.count("StopDiscovery") == 3 })
            let count = bench.bluez.count("StartDiscovery")
            await pause(.milliseconds(1200))
            expect(bench.bluez.count("StartDiscovery"), is: count)
        }
    }

    @Test func `an adapter that tells of a sender again and again is not asked anew each second`()
        async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            Self.addTag(bench)
            var count = 0
            radio.radio?.startListening { event in
                if case .heard = event { count += 1 }
            }
            expect(await eventually { bench.bluez.count("StartDiscovery") == 1 })
            let maker = AirData(0x004C, Self.beacon)
            bench.bluez.change(
                Self.tag.path, FakePaths.device, Self.said(.init(makers: [maker])))
            for signal in 1...SenderRepeats.enough {
                bench.bluez.change(
                    Self.tag.path, FakePaths.device, ["RSSI": .int16(Int16(-50 - signal))])
            }
            expect(await eventually { count > SenderRepeats.enough })
            expect(bench.bluez.count("StartDiscovery"), is: 1)
            await pause(.milliseconds(2500))
            expect(bench.bluez.count("StartDiscovery"), is: 1)
            radio.radio?.stopListening()
            expect(await eventually { bench.bluez.count("StopDiscovery") == 1 })
        }
    }

    @Test func `nothing is looked for until somebody wants that, nor after the end`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            expect(bench.bluez.count("StartDiscovery"), is: 0)
            expect(bench.bluez.count("SetDiscoveryFilter"), is: 0)
            radio.radio?.startListening { _ in }
            await bench.bluez.settle()
            await radio.stop()
            expect(await eventually { bench.bluez.count("StopDiscovery") >= 1 })
            expect(
                bench.bluez.count("StopDiscovery"), is: bench.bluez.count("StartDiscovery"))
        }
    }

    @Test func `an adapter that is off does not listen, and does again when it is on`()
        async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            var events: [AirEvent] = []
            radio.radio?.startListening { events.append($0) }
            expect(await eventually { events == [.listening(true)] })
            bench.bluez.change(Self.adapter, FakePaths.adapter, ["Powered": .bool(false)])
            expect(await eventually { events.last == .listening(false) })
            bench.bluez.change(Self.adapter, FakePaths.adapter, ["Powered": .bool(true)])
            expect(await eventually { events.last == .listening(true) })
            bench.bluez.die()
            expect(await eventually { events.last == .listening(false) })
            await bench.bluez.start()
            expect(await eventually { events.last == .listening(true) })
        }
    }

    @Test func `a refusal is said, and tried again`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.on(
                "StartDiscovery",
                .refuse("org.bluez.Error.InProgress", "Operation already in progress"))
            var events: [AirEvent] = []
            radio.radio?.startListening { events.append($0) }
            await bench.bluez.settle()
            guard case .never(let words) = radio.radio?.air.listening else { throw Missing() }
            #expect(words.hasPrefix("bluetoothd does not scan: "))
            expect(await eventually { events == [.listening(true)] })
            expect(radio.radio?.air.listening, is: .active)
        }
    }

    static let channels: [([String]?, AirCondition)] = [
        (
            [],
            AirCondition(
                listening: .active, hasExtendedAdvertising: false,
                broadcasts: [
                    BroadcastCondition(
                        name: "Hall", isOnAir: true, interval: .milliseconds(150), turn: .seconds(1)
                    )
                ])
        ),
        (
            ["1M", "2M"],
            AirCondition(
                listening: .active, hasExtendedAdvertising: true,
                broadcasts: [BroadcastCondition(name: "Hall", isOnAir: true)])
        ),
        (
            nil,
            AirCondition(
                listening: .active, broadcasts: [BroadcastCondition(name: "Hall", isOnAir: true)])
        ),
    ]

    @Test(arguments: channels)
    func `a message is an advertisement of its own, and taken back`(
        channels: [String]?, condition: AirCondition
    ) async throws {
        try await RadioBench.run { bench in
            if let channels {
                bench.bluez.add(
                    Self.adapter,
                    [
                        FakePaths.advertisingManager: [
                            "SupportedSecondaryChannels": .strings(channels)
                        ]
                    ]
                )
            }
            let radio = await bench.listen()
            radio.radio?.broadcast([Self.message("Hall", .milliseconds(100))])
            expect(await eventually { radio.radio?.air.broadcasts.first?.isOnAir == true })
            expect(
                bench.bluez.broadcasts.map(\.properties),
                is: [
                    [
                        "Type": .string("broadcast"), "Duration": .uint16(1),
                        "MinInterval": .uint32(100), "MaxInterval": .uint32(100),
                        "ManufacturerData": .map(
                            key: "q", value: "v",
                            [BusEntry(key: .uint16(0x004C), value: .variant(.bytes(Self.beacon)))]),
                    ]
                ])
            expect(radio.radio?.air, is: condition)
            expect(bench.bluez.count("RegisterAdvertisement"), is: 2)
            radio.radio?.broadcast([])
            expect(await eventually { bench.bluez.broadcasts.isEmpty })
            #expect(bench.bluez.advertisement != nil)
            expect(radio.radio?.air.broadcasts, is: [])
        }
    }

    @Test func `a message that is refused keeps no phone away`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.on(
                "RegisterAdvertisement",
                .refuse("org.bluez.Error.NotPermitted", "Maximum advertisements reached"))
            radio.radio?.broadcast([Self.message("Hall", .seconds(60))])
            await bench.bluez.settle()
            let condition = radio.radio?.air.broadcasts.first
            expect(condition?.isOnAir, is: false)
            expect(condition?.problem, is: "bluetoothd has no room for another advertisement")
            expect(radio.state, is: .listening)
            expect(await eventually { radio.radio?.air.broadcasts.first?.isOnAir == true })
            expect(
                bench.bluez.broadcasts.first?.properties["MaxInterval"], is: .uint32(10_240))
        }
    }

    @Test func `how well a connected phone is heard bluetoothd does not say`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            var told: [Int?] = []
            radio.radio?.askSignal(of: FakePhone.address) { told.append($0) }
            expect(told, is: [nil])
        }
    }
}
