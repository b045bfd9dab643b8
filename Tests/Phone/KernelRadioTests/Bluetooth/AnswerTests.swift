import Expecting
import Testing

@testable import KernelRadio

struct AnswerTests {
    private static let name = Array("Küche".utf8)
    private static let controller: [UInt8] =
        hex("665544332211 0A 0F00 FFFE0100 810A0000 0C0104")
        + name + [UInt8](repeating: 0, count: 249 - name.count)
        + [0x4B, 0] + [UInt8](repeating: 0x20, count: 9)

    @Test func `an adapter is read`() throws {
        let info = try ControllerInfo(parsing: Self.controller)
        expect(info.address.description, is: "11:22:33:44:55:66")
        expect(info.version, is: 10)
        expect(info.manufacturer, is: 15)
        expect(info.supported.rawValue, is: 0x0001_FEFF)
        expect(info.current, is: [.powered, .bredr, .lowEnergy, .secureConnections])
        expect(info.deviceClass, is: [0x0C, 0x01, 0x04])
        expect(info.name, is: "Küche")
        expect(info.shortName, is: "K")
    }

    @Test func `an adapter that is cut anywhere is refused`() {
        for length in Self.controller.indices {
            #expect(throws: ManagementFormatError.truncated) {
                try ControllerInfo(parsing: Array(Self.controller.prefix(length)))
            }
        }
    }

    @Test(arguments: [
        ("0000", [] as [UInt16]?, "none"), ("0200 0000 0300", [0, 3], "two"),
        ("0200 0000 03", nil, "less than it says"), ("00", nil, "half a count"),
        ("FFFF 0000", nil, "far less than it says"),
    ])
    func `the list of adapters is read`(bytes: String, indexes: [UInt16]?, why: String) {
        let list = try? ControllerIndex.list(parsing: hex(bytes))
        expect(list?.map(\.rawValue), is: indexes, "\(why)")
    }

    @Test(arguments: [
        (
            "80000000 FB FB 04 02 0102",
            AdvertisingFeatures(isExtended: true, dataLimit: 251, limit: 4),
            "with a second channel it is extended, whatever is on the air"
        ),
        (
            "7FFF0100 1F 1F 05 00",
            AdvertisingFeatures(isExtended: false, dataLimit: 31, limit: 5), "all other flags"
        ),
        ("80000000 FB FB", nil, "cut"),
    ])
    func `what an adapter can have on the air is read`(
        bytes: String, features: AdvertisingFeatures?, why: String
    ) {
        expect(try? AdvertisingFeatures(parsing: hex(bytes)), is: features, "\(why)")
    }

    @Test(arguments: [
        ("C3 00 04", -61 as Int?, "weak"), ("05 00 04", 5, "more than nothing"),
        ("7F 00 04", nil, "not known"),
    ])
    func `how strong the peer of a link arrives is read`(
        bytes: String, signal: Int?, why: String
    ) throws {
        let whole = KernelSample.peerBytes + bytes
        try expect(signalOfConnection(parsing: hex(whole)), is: signal, "\(why)")
        for length in 0..<8 {
            #expect(throws: ManagementFormatError.truncated) {
                try signalOfConnection(parsing: Array(hex(whole).prefix(length)))
            }
        }
    }

    @Test func `the number of what is listened for is read`() throws {
        try expect(advertisementMonitor(parsing: [0x02, 0x01]), is: 0x0102)
        for length in 0..<2 {
            #expect(throws: ManagementFormatError.truncated) {
                try advertisementMonitor(parsing: Array([0x02, 0x01].prefix(length)))
            }
        }
    }

    @Test func `an answer that cannot be read is a failure of its own`() {
        let short = Result<[UInt8], ManagementFailure>.success([1, 0, 0])
        expect(short.parsed(ControllerSettings.init(parsing:)), is: .failure(.malformed))
        let settings = Result<[UInt8], ManagementFailure>.success([1, 0, 0, 0])
        expect(settings.parsed(ControllerSettings.init(parsing:)), is: .success(.powered))
        let refused = Result<[UInt8], ManagementFailure>.failure(.status(.busy))
        expect(refused.parsed(ControllerSettings.init(parsing:)), is: .failure(.status(.busy)))
    }
}
