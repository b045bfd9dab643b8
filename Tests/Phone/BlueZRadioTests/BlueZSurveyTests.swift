import BusSupport
import DBus
import Expecting
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

/// One look at the bus and at a bluetoothd in all its states.
struct BlueZSurveyTests {
    @LoopActor
    private static func look(
        at address: BusAddress, _ adapter: AdapterChoice = .any, phones: [String] = [],
        patience: Duration = Patience.limit
    ) async -> BlueZSurvey.Findings? {
        await BlueZSurvey(adapter: adapter, phones: phones, bus: address, patience: patience)
            .look()
    }

    @Test func `no bus is told from no bluetoothd`() async throws {
        try await LoopThread.run {
            let none = await Self.look(at: .at("unix:path=/nonexistent"))
            expect(none?.service, is: .noBus(.unreachable))
            expect(none?.programs, is: nil)
            let bus = try BusBench()
            try bus.start()
            _ = await bus.connect()
            let empty = await Self.look(at: bus.address)
            expect(empty?.service, is: .absent)
            expect(empty?.adapters, is: [])
        }
    }

    @Test(
        arguments: [
            ("org.freedesktop.DBus.Error.AccessDenied", .denied),
            ("org.freedesktop.DBus.Error.ServiceUnknown", .absent),
            (
                "org.bluez.Error.Failed",
                .silent(.remote(name: "org.bluez.Error.Failed", message: "m"))
            ),
        ] as [(String, BlueZSurvey.Service)])
    func `a refusal is told by its kind`(error: String, service: BlueZSurvey.Service) async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .refuse(error, "m"))
            let found = await Self.look(at: bench.bus.address)
            expect(found?.service, is: service)
            expect(found?.adapters, is: [])
        }
    }

    @Test func `a bluetoothd that does not answer is given up in time`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .hold)
            let found = await Self.look(at: bench.bus.address, patience: .milliseconds(200))
            expect(found?.service, is: .silent(.timedOut))
        }
    }

    @Test func `an adapter is told with all that matters`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.add(
                "/org/bluez/hci3",
                [
                    FakePaths.adapter: [
                        "Address": .string("00:00:00:00:00:07"), "Alias": .string("box"),
                        "Powered": .bool(true), "Pairable": .bool(true),
                        "Discoverable": .bool(true), "Modalias": .string("usb:v1D6Bp0246d0542"),
                    ],
                    FakePaths.advertisingManager: [
                        "ActiveInstances": .byte(1), "SupportedInstances": .byte(4),
                    ],
                ])
            let found = await Self.look(at: bench.bus.address)
            var adapter = BlueZSurvey.Adapter(name: "hci3")
            (adapter.address, adapter.alias) = ("00:00:00:00:00:07", "box")
            (adapter.isPowered, adapter.isPairable, adapter.isDiscoverable) = (true, true, true)
            adapter.modalias = "usb:v1D6Bp0246d0542"
            adapter.advertising = BlueZSurvey.Advertising(active: 1, free: 4)
            expect(found?.service, is: .answered)
            expect(found?.adapters, is: [adapter])
            expect(found?.chosen, is: "hci3")
        }
    }

    @Test func `properties of other types say nothing`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.add(
                "/org/bluez/hci0",
                [
                    FakePaths.adapter: ["Powered": .string("yes"), "Modalias": .bool(true)],
                    FakePaths.advertisingManager: ["SupportedInstances": .string("4")],
                ])
            bench.bluez.add("/org/bluez/hci0/dev_1", [FakePaths.device: ["Address": .bool(true)]])
            let found = await Self.look(at: bench.bus.address)
            expect(found?.adapters.first?.isPowered, is: false)
            expect(found?.adapters.first?.modalias, is: nil)
            expect(found?.adapters.first?.advertising?.free, is: nil)
            expect(found?.devices, is: [])
        }
    }

    @Test func `a device is told with its services, however they became known`() async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone()
            bench.bluez.set(phone, ["UUIDs": .strings(["0000110A-0000-1000-8000-00805F9B34FB"])])
            bench.bluez.addPhone(
                FakePhone.other, isConnected: false, isPaired: false, isPhone: false)
            let found = await Self.look(at: bench.bus.address)
            var device = BlueZSurvey.Device(adapter: "hci0", address: FakePhone.address)
            (device.isPaired, device.isConnected, device.isResolved) = (true, true, true)
            device.services = [
                "0000110a-0000-1000-8000-00805f9b34fb", "7905f431-b5ce-4e99-a40f-4b1e122d00d0",
            ]
            var stranger = BlueZSurvey.Device(adapter: "hci0", address: FakePhone.other)
            stranger.isResolved = true
            expect(found?.devices, is: [device, stranger])
        }
    }

    @Test(
        "the adapter that a radio would take is told",
        arguments: [
            (.any, "hci1", "it is the phones' home"), (.named("hci0"), "hci0", "by name"),
            (.at("00:00:00:00:00:02"), "hci1", "by address"),
            (.named("hci2"), "hci2", "also one that cannot advertise"),
            (.named("hci9"), nil, "one that is not there"),
        ] as [(AdapterChoice, String?, Comment)])
    func choice(adapter: AdapterChoice, name: String?, why: Comment) async throws {
        try await RadioBench.run { bench in
            let second = bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            bench.bluez.addAdapter("hci2", address: "00:00:00:00:00:03", canAdvertise: false)
            bench.bluez.addPhone(on: second)
            let found = await Self.look(
                at: bench.bus.address, adapter, phones: [FakePhone.address])
            expect(found?.chosen, is: name, why)
            let accepted = found?.adapters.filter { adapter.accepts($0) }.count
            expect(accepted, is: (adapter == .any ? 3 : name == nil ? 0 : 1), why)
        }
    }

    @Test func `others on the bus are told by process and names, the survey is not`() async throws {
        try await RadioBench.run { bench in
            let other = await bench.bus.connect()
            let isOwner = await other.own("ancs4linux.Observer")
            expect(isOwner, is: .success(true))
            let found = await Self.look(at: bench.bus.address)
            expect(
                found?.programs,
                is: [
                    .init(process: CurrentProcess.id, names: ["ancs4linux.Observer", "org.bluez"])
                ])
        }
    }

    @Test func `a bus that goes away in the middle ends the look`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .hold)
            var found: BlueZSurvey.Findings?
            let survey = BlueZSurvey(
                adapter: .any, phones: [], bus: bench.bus.address, patience: Patience.limit)
            Task { @LoopActor in found = await survey.look() }
            _ = await eventually { !bench.bluez.held.isEmpty }
            bench.bus.kill()
            _ = await eventually { found != nil }
            expect(found?.service, is: .noBus(.closed))
        }
    }
}
