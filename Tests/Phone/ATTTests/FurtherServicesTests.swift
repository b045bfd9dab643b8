import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// What else of a phone is needed is found once nothing is urgent any more, and can be used like the first
/// service.
struct FurtherServicesTests {
    private static let battery = UUID(short: 0x180F)
    private static let level = UUID(short: 0x2A19)
    private static let options = GATTClientOptions(
        further: [GATTNeed(battery, requiring: [level])])

    /// The battery service at 0x0030, whose level can be read and sends values.
    private static let found: [Line] = [
        .client("06 0100 FFFF 0028 0F18", "where is the battery?"),
        .phone("07 3000 3300", "there"),
        .client("08 3000 3300 0328", "what does it have?"),
        .phone("09 07 3100 12 3200 192A", "a level"),
        .client("08 3300 3300 0328", "what else?"), .phone("01 08 3300 0A", "nothing"),
        .client("04 3300 3300", "how is it switched on?"),
        .phone("05 01 3300 0229", "there"), .reports(.furtherFound(battery)),
    ]

    /// A client of a phone that does not have the first service.
    private static func without() -> Stage {
        var stage = Stage(TestService.client(options))
        stage.begin()
        stage.play(
            [
                .client("02 0502", "our MTU"), .phone("03 1700", "its MTU"),
                .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
                .phone("01 06 0100 0A", "nowhere"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
                .phone("01 06 0100 0A", "nowhere"), .reports(.serviceNotFound),
            ] + found)
        return stage
    }

    @Test func `a phone without the first service has the others`() {
        var stage = Self.without()
        stage.play([
            .owner(.subscribe(Self.level), as: 1), .client("12 3300 0100", "switched on"),
            .phone("13", "yes"), .reports(.completed(OperationID(rawValue: 1), .succeeded)),
            .phone("1B 3200 4D", "77 percent"), .reports(.value(Self.level, [77])),
            .owner(.read(Self.level), as: 2), .client("0A 3200", "how much is it?"),
            .phone("0B 4C", "76"),
            .reports(.completed(OperationID(rawValue: 2), .value([76]))),
        ])
    }

    @Test func `a long value is read in parts`() {
        let (first, second) = (
            String(repeating: "61", count: 22), String(repeating: "62", count: 22)
        )
        let whole = [UInt8](repeating: 0x61, count: 22) + [UInt8](repeating: 0x62, count: 22)
        for (last, rest, why) in [
            ("0D 63", [0x63] as [UInt8], "the last part is short"),
            ("01 0C 3200 07", [], "there is no more, said by the offset"),
            ("0D", [], "there is no more, said by nothing"),
        ] {
            var stage = Self.without()
            stage.play([
                .owner(.read(Self.level), as: 1), .client("0A 3200", "read"),
                .phone("0B \(first)", "22 bytes"), .client("0C 3200 1600", "and on"),
                .phone("0D \(second)", "22 more"), .client("0C 3200 2C00", "and on"),
                .phone(last, why),
                .reports(.completed(OperationID(rawValue: 1), .value(whole + rest))),
            ])
        }
        var stage = Self.without()
        stage.play([
            .owner(.read(Self.level), as: 1), .client("0A 3200", "read"),
            .phone("01 0A 3200 05", "not paired"),
            .reports(
                .completed(OperationID(rawValue: 1), .refused(.insufficientAuthentication))),
        ])
    }

    @Test func `nothing else is asked before the first write, and no operation waits for it`() {
        var phone = TestPhone(mtu: 64, services: [(0x10, false)])
        var stage = Stage(TestService.client(Self.options))
        stage.begin()
        stage.converse(with: &phone)
        expect(stage.client.outstandingRequest, is: nil)
        stage.perform(.subscribe(TestService.source), as: 1)
        stage.converse(with: &phone)
        expect(stage.client.outstandingRequest, is: nil, "a subscription is urgent")
        stage.perform(.write([1], to: TestService.control), as: 2)
        stage.perform(.write([2], to: TestService.control), as: 3)
        let events = stage.converse(with: &phone)
        expect(
            events,
            is: [
                .completed(OperationID(rawValue: 2), .succeeded),
                .completed(OperationID(rawValue: 3), .succeeded), .furtherNotFound(Self.battery),
            ])
    }

    @Test func `services that change are looked for anew`() {
        var stage = Self.without()
        stage.play([.owner(.subscribe(Self.level), as: 1), .client("12 3300 0100", "on")])
        stage.client.receiveServiceChanged([0x30, 0, 0x33, 0])
        stage.play(
            [
                .phone("13", "yes, of what is not there any more"),
                .reports(.completed(OperationID(rawValue: 1), .failed(.serviceUnavailable))),
                .reports(.furtherVanished(Self.battery)),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service now?"),
                .phone("01 06 0100 0A", "nowhere"), .reports(.serviceNotFound),
            ] + Self.found)
    }

    @Test func `a subscription to what has changed is switched off before it is switched on`() {
        var stage = Self.without()
        stage.play([
            .owner(.subscribe(Self.level), as: 1), .client("12 3300 0100", "on"),
            .phone("13", "yes"), .reports(.completed(OperationID(rawValue: 1), .succeeded)),
            .owner(.read(Self.level), as: 2), .client("0A 3200", "how much is it?"),
        ])
        stage.client.receiveServiceChanged([0x30, 0, 0x33, 0])
        stage.play(
            [
                .phone("0B 4C", "76, of what is not there any more"),
                .reports(.completed(OperationID(rawValue: 2), .failed(.serviceUnavailable))),
                .reports(.furtherVanished(Self.battery)),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service now?"),
                .phone("01 06 0100 0A", "nowhere"), .reports(.serviceNotFound),
            ] + Self.found + [
                .owner(.subscribe(Self.level), as: 3),
                .client("12 3300 0000", "off, in case the first one is still on"),
                .phone("13", "done"), .client("12 3300 0100", "on"), .phone("13", "done"),
                .reports(.completed(OperationID(rawValue: 3), .succeeded)),
            ])
    }

    @Test func `what was found is remembered with the first service`() throws {
        var phone = TestPhone(mtu: 64, services: [(0x10, false)])
        phone.describe(hash: [UInt8](repeating: 7, count: 16), name: "A phone")
        let known = TestService.known(hash: [UInt8](repeating: 7, count: 16))
        let battery = GATTService(
            range: try #require(
                HandleRange(first: Handle(rawValue: 0x30), last: Handle(rawValue: 0x33))),
            characteristics: [
                GATTCharacteristic(
                    uuid: Self.level, properties: .read, valueHandle: Handle(rawValue: 0x32))
            ])
        var options = Self.options
        options.remembersServices = true
        options.known = KnownServices(
            databaseHash: known.databaseHash, service: known.service,
            genericAttributeService: known.genericAttributeService,
            tellsOfChanges: known.tellsOfChanges, further: [Self.battery: battery])
        var stage = Stage(TestService.client(options))
        stage.begin()
        let events = stage.converse(with: &phone)
        #expect(events.contains(.furtherFound(Self.battery)), "\(events)")
    }
}
