import ATT

/// The notification service that the tests look for, as the phone of the tests publishes it.
enum TestService {
    static let uuid = UUID(0x7905_F431_B5CE_4E99_A40F_4B1E_122D_00D0)
    static let source = UUID(0x9FBF_120D_6301_42D9_8C58_25E6_99A2_1DBD)
    static let control = UUID(0x69D1_D8F3_45E1_49A8_9821_9BBD_FDAA_D9D9)
    static let data = UUID(0x22EA_C6E9_24D6_4BB5_BE44_B36A_CE7C_7BFB)

    /// The identifiers as they go over the air: the lowest byte first.
    static let uuidHex = "D0002D12 1E4B 0FA4 994E CEB531F40579"
    static let sourceHex = "BD1DA299 E625 588C D942 01630D12BF9F"
    static let controlHex = "D9D9AAFD BD9B 2198 A849 E145F3D8D169"
    static let dataHex = "FB7B7CCE 6AB3 44BE B54B D624E9C6EA22"

    /// What a client must find where the service begins at 0x0010.
    static let found = at(0x0010)

    /// What a client must find where the service begins at a handle.
    static func at(_ first: UInt16) -> GATTService {
        func handle(_ offset: UInt16) -> Handle { Handle(rawValue: first + offset) }
        guard let range = HandleRange(first: handle(0), last: handle(8)) else {
            preconditionFailure("the service begins beyond the last handle")
        }
        return GATTService(
            range: range,
            characteristics: [
                GATTCharacteristic(
                    uuid: source, properties: .notify, valueHandle: handle(2),
                    configurationHandle: handle(3)),
                GATTCharacteristic(uuid: control, properties: .write, valueHandle: handle(5)),
                GATTCharacteristic(
                    uuid: data, properties: .notify, valueHandle: handle(7),
                    configurationHandle: handle(8)),
            ])
    }

    static func client(_ options: GATTClientOptions = GATTClientOptions()) -> GATTClient {
        GATTClient(service: uuid, requiring: [source, control, data], options: options)
    }

    /// What a client remembers of the phone of the tests.
    static func known(
        hash: [UInt8] = [], tellsOfChanges: Bool = true, at first: UInt16 = 0x0010
    ) -> KnownServices {
        let changes = GATTCharacteristic(
            uuid: .serviceChanged, properties: .indicate, valueHandle: Handle(rawValue: 3),
            configurationHandle: Handle(rawValue: 4))
        let range = HandleRange(first: Handle(rawValue: 1), last: Handle(rawValue: 4))
        return KnownServices(
            databaseHash: hash, service: at(first),
            genericAttributeService: range.map {
                GATTService(range: $0, characteristics: [changes])
            },
            tellsOfChanges: tellsOfChanges)
    }

    /// What a host with something like a keyboard offers, and a service of its own.
    static let server: GATTServer = {
        let secure = ServerAccess(reading: .whenSecure, writing: .whenSecure)
        let report = ServerCharacteristic(
            UUID(short: 0x2A4D), [.read, .notify], .constant([UInt8](repeating: 0, count: 8)),
            secure, descriptors: [.configuration(of: .notify, writing: .whenSecure)])
        let map = ServerCharacteristic(
            UUID(short: 0x2A4B), .read, .constant((0..<47).map { UInt8($0) }), secure)
        let other = ServerService(UUID(short: 0x1812), [map, report])
        let command = ServerCharacteristic(
            control, .writeWithoutResponse, .constant([]), ServerAccess(writing: .always))
        let own = ServerService(uuid, [command])
        return GATTServer(HostServices(name: "callboard", others: [other, own]).services)
    }()
}
