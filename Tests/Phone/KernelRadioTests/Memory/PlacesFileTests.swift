import ATT
import Expecting
import Testing

@testable import KernelRadio

struct PlacesFileTests {
    private static func service(_ first: UInt16, _ last: UInt16) throws -> GATTService {
        let range = try #require(
            HandleRange(first: Handle(rawValue: first), last: Handle(rawValue: last)))
        return GATTService(
            range: range,
            characteristics: [
                GATTCharacteristic(
                    uuid: UUID(short: 0x2A05), properties: [.indicate],
                    valueHandle: Handle(rawValue: first + 2),
                    configurationHandle: Handle(rawValue: first + 3)),
                GATTCharacteristic(
                    uuid: UUID(0x9FBF_120D_6301_42D9_8C58_25E6_99A2_1DBD), properties: [.notify],
                    valueHandle: Handle(rawValue: last), configurationHandle: nil),
            ])
    }

    static func places() throws -> [String: KnownServices] {
        [
            "C0:22:33:44:55:A1": KnownServices(
                databaseHash: [UInt8](0..<16), service: try service(0x10, 0x18),
                genericAttributeService: try service(1, 0xFFFF), tellsOfChanges: true),
            "a \"name\"": KnownServices(
                databaseHash: [], service: try service(0xFFF0, 0xFFFF),
                genericAttributeService: nil, tellsOfChanges: false),
        ]
    }

    @Test func `what was written is read`() throws {
        let places = try Self.places()
        expect(PlacesFile.read(PlacesFile.bytes(of: places)), is: places)
        expect(PlacesFile.read(PlacesFile.bytes(of: [:])), is: [:])
    }

    @Test func `a file that ends too early or is damaged is read as another one or none`() throws {
        let places = try Self.places()
        let bytes = PlacesFile.bytes(of: places)
        for length in 0..<(bytes.count - 1) {
            expect(PlacesFile.read(Array(bytes.prefix(length))), is: nil, "\(length)")
        }
        for place in bytes.indices {
            for bit in [0x01, 0x04, 0x80] as [UInt8] {
                var damaged = bytes
                damaged[place] ^= bit
                _ = PlacesFile.read(damaged)
            }
        }
    }

    static let wrong: [(String, String)] = [
        ("\"format\":1", "\"format\":2"), ("\"first\":16", "\"first\":0"),
        ("\"first\":16", "\"first\":65536"), ("\"first\":16", "\"first\":25"),
        ("\"hash\":\"00", "\"hash\":\"0"), ("\"hash\":\"00", "\"hash\":\"é0"),
        ("\"hash\":\"00", "\"hash\":\"" + String(repeating: "00", count: 64)),
        ("\"properties\":32", "\"properties\":256"), ("\"tells_of_changes\":true,", ""),
    ]

    @Test(arguments: wrong)
    func `what no phone can have is not believed`(right: String, wrong: String) throws {
        let text = String(decoding: PlacesFile.bytes(of: try Self.places()), as: UTF8.self)
        try #require(text.contains(right))
        expect(PlacesFile.read(Array(text.replacing(right, with: wrong).utf8)), is: nil)
    }
}
