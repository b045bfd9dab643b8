import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// Further services that are known from another time, at a phone without a hash: they are used without a
/// search only as far as the check of the first service shows them.
struct RememberedFurtherTests {
    private static let media = UUID(0x89D3_502B_0F36_433A_8EF4_C502_AD55_F8DC)
    private static let command = UUID(0x9B3C_81D8_57B1_4A8A_B8DF_0E56_F7CA_51C2)
    private static let update = UUID(0x2F7C_ABCE_808D_411F_9A0C_BB92_BA96_C102)
    private static let commandHex = "C251CAF7560E DFB8 8A4A B157 D8813C9B"
    private static let updateHex = "02C196BA92BB 0C9A 1F41 8D80 CEAB7C2F"
    /// A characteristic of an app.
    private static let appHex = "E5C8102F7D5A 3B9C 0F4E 516D 4A5C1E0B"
    private static let battery = UUID(short: 0x180F)
    private static let level = UUID(short: 0x2A19)

    /// Three declarations of the first service, as entries of a response.
    private static let own =
        "1100 10 1200 \(TestService.sourceHex) 1400 08 1500 \(TestService.controlHex) "
        + "1600 10 1700 \(TestService.dataHex)"

    private static func service(
        _ first: UInt16, _ last: UInt16, _ characteristics: [(UUID, UInt16)]
    ) throws -> GATTService {
        GATTService(
            range: try #require(
                HandleRange(first: Handle(rawValue: first), last: Handle(rawValue: last))),
            characteristics: characteristics.map { uuid, handle in
                GATTCharacteristic(
                    uuid: uuid, properties: [.write, .notify],
                    valueHandle: Handle(rawValue: handle),
                    configurationHandle: Handle(rawValue: handle + 1))
            })
    }

    /// A client that knows the battery before the first service, at 0x0008, and the player behind it,
    /// at 0x0020.
    private static func begun() throws -> (Stage, KnownServices) {
        let whole = TestService.known()
        let known = KnownServices(
            databaseHash: [], service: whole.service,
            genericAttributeService: whole.genericAttributeService, tellsOfChanges: true,
            further: [
                battery: try service(0x08, 0x0B, [(level, 0x0A)]),
                media: try service(0x20, 0x26, [(command, 0x22), (update, 0x25)]),
            ])
        var stage = Stage(
            TestService.client(
                GATTClientOptions(
                    known: known, remembersServices: true,
                    further: [
                        GATTNeed(battery, requiring: [level]),
                        GATTNeed(media, requiring: [command, update]),
                    ])))
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("03 0502", "its"),
            .client("08 0100 0400 0328", "is Service Changed there?"),
            .phone("09 07 0200 20 0300 052A", "it is"),
            .client(
                "08 1000 2600 0328", "are all characteristics there, to the end of the player?"),
        ])
        return (stage, known)
    }

    @Test func `services that the check shows are used at once, and nothing is learned`() throws {
        var (stage, _) = try Self.begun()
        stage.play([
            .phone(
                "09 15 \(Self.own) 2100 18 2200 \(Self.commandHex) 2400 18 2500 \(Self.updateHex)",
                "they are"),
            .reports(.serviceFound(TestService.found)), .reports(.furtherFound(Self.battery)),
            .reports(.furtherFound(Self.media)), .owner(.subscribe(Self.command), as: 1),
            .client("12 2300 0100", "on"),
        ])
    }

    @Test(arguments: [
        ("", "nothing is there, or the packet is too short"),
        ("2100 18 2200 \(commandHex)", "half of it"),
        ("2100 18 2200 \(appHex) 2400 18 2500 \(updateHex)", "an app's characteristic"),
        ("2100 18 2200 \(commandHex) 2400 08 2500 \(updateHex)", "other properties"),
        ("2200 18 2300 \(commandHex) 2400 18 2500 \(updateHex)", "a handle further"),
        (
            "1B00 18 1C00 \(appHex) 2100 18 2200 \(appHex) 2400 18 2500 \(appHex)",
            "an app, that also fills the gap"
        ),
        (
            "2100 18 2200 \(commandHex) 2300 18 2400 \(appHex) 2400 18 2500 \(updateHex)",
            "more than it had"
        ),
    ])
    func `a service behind that is not shown as it was is searched, and not written to`(
        behind: String, why: String
    ) throws {
        var (stage, known) = try Self.begun()
        let battery = try #require(known.further[Self.battery])
        let rest = KnownServices(
            databaseHash: [], service: known.service,
            genericAttributeService: known.genericAttributeService, tellsOfChanges: true,
            further: [Self.battery: battery])
        stage.play([
            .phone("09 15 \(Self.own) \(behind)", why),
            .reports(.serviceFound(TestService.found)), .reports(.learned(rest)),
            .reports(.furtherFound(Self.battery)), .owner(.subscribe(Self.command), as: 1),
            .reports(.completed(1, .failed(.notOffered))),
            .owner(.write([1], to: TestService.control), as: 2), .client("12 1500 01", "a request"),
            .phone("13", "done"), .reports(.completed(2, .succeeded)),
            .client("12 0400 0200", "tell of changes, as before"), .phone("13", "it will"),
            .client(
                "06 0100 FFFF 0028 DCF855AD02C5 F48E 3A43 360F 2B50D389", "where is the player?"),
        ])
    }

    @Test func `a service between is passed over`() throws {
        var (stage, _) = try Self.begun()
        stage.play([
            .phone(
                "09 15 \(Self.own) 1B00 18 1C00 \(Self.appHex) "
                    + "2100 18 2200 \(Self.commandHex) 2400 18 2500 \(Self.updateHex)",
                "an app between"),
            .reports(.serviceFound(TestService.found)), .reports(.furtherFound(Self.battery)),
            .reports(.furtherFound(Self.media)),
        ])
    }

    @Test func `if the first service has changed nothing else is used`() throws {
        var (stage, _) = try Self.begun()
        stage.play([
            .phone(
                "09 15 2100 18 2200 \(Self.commandHex) 2400 18 2500 \(Self.updateHex)",
                "the player alone"),
            .reports(.learned(nil)), .client("08 0100 FFFF 2A2B", "what is its hash?"),
        ])
    }
}
