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

/// Battery of a phone, which bluetoothd reads by itself.
struct BatteryLinkTests {
    private static let (service, level) = (BatteryFeature.service, BatteryFeature.level)
    private static let needs = [ServiceNeed.notifications, BatteryFeature.need]
    private static let property = "org.bluez.Battery1"

    /// A connected phone, with the service of bluetoothd 5.66 if wanted, and its opened link.
    @LoopActor
    private static func link(
        _ bench: RadioBench, hasService: Bool
    ) async throws -> (FakePhone, WatchedLink) {
        let radio = bench.start(needs: needs)
        let phone = bench.bluez.addPhone()
        if hasService {
            bench.bluez.addService(
                service.uuid.uuidText, at: phone.further, [level.uuid.uuidText: [77]])
        }
        expect(await eventually { radio.links.count == 1 })
        return (phone, try #require(radio.links.first))
    }

    @LoopActor
    private static func set(_ percent: UInt8, of phone: FakePhone, _ bench: RadioBench) {
        bench.bluez.change(phone.path, property, ["Percentage": .byte(percent)])
    }

    @Test func `the property stands for a service that bluetoothd keeps for itself`() async throws {
        try await RadioBench.run { bench in
            let (phone, link) = try await Self.link(bench, hasService: false)
            #expect(await link.has(.vanished(Self.service)))
            bench.bluez.add(phone.path, [Self.property: ["Percentage": .byte(80)]])
            #expect(await link.has(.appeared(Self.service)))
            link.link.subscribe(to: Self.level)
            #expect(await link.has(.subscribed(Self.level)))
            link.link.read(Self.level)
            #expect(await link.has(.read(Self.level, .success([80]))))
            Self.set(79, of: phone, bench)
            #expect(await link.has(.value(Self.level, [79])))
            link.link.write([1], to: Self.level)
            #expect(await link.has(.written(Self.level, .writeNotPermitted)))
        }
    }

    @Test func `with a property no request is sent to the phone`() async throws {
        try await RadioBench.run { bench in
            let (phone, link) = try await Self.link(bench, hasService: true)
            #expect(await link.has(.appeared(Self.service)))
            bench.bluez.add(phone.path, [Self.property: ["Percentage": .byte(80)]])
            #expect(await link.has(.value(Self.level, [80])))
            link.link.subscribe(to: Self.level)
            #expect(await link.has(.subscribed(Self.level)))
            link.link.read(Self.level)
            #expect(await link.has(.read(Self.level, .success([80]))), "not 77 of the service")
        }
    }

    @Test func `without a property the service is used`() async throws {
        try await RadioBench.run { bench in
            let (phone, link) = try await Self.link(bench, hasService: true)
            #expect(await link.has(.appeared(Self.service)))
            link.link.subscribe(to: Self.level)
            #expect(await link.has(.subscribed(Self.level)))
            link.link.read(Self.level)
            #expect(await link.has(.read(Self.level, .success([77]))))
            bench.bluez.value(phone.further.appending("char0000"), [76])
            #expect(await link.has(.value(Self.level, [76])))
        }
    }
}
