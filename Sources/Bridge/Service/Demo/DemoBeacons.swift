import Basics
import BeaconMonitoring
import Beacons
import Notices
import Radio

/// Beacon settings of the demo, for scenarios with beacons.
enum DemoBeacons {
    /// Keys and a wallet with a beacon each, and a resident, with short times for a demo.
    static let settings: BeaconSettings = {
        var settings = BeaconSettings()
        settings.scan = .continuous
        settings.regions = [region("keys", minor: 1), region("wallet", minor: 2, touch: .init())]
        settings.items = [
            .init(
                item: BeaconItem("Keys", picture: ItemIcon.picture("keys")), region: "keys",
                remind: .seconds(5)),
            .init(
                item: BeaconItem("Wallet", picture: ItemIcon.picture("wallet")), region: "wallet"),
        ]
        settings.people = [.init(name: "Mara", phone: "Mara's iPhone", patience: .seconds(8))]
        return settings
    }()

    /// The same settings as configuration sections, but for `away`, whose minimum there is 30 s.
    static let sections = """
        [beacons]
        scan = continuous
        [beacon keys]
        uuid = \(uuid.uuidText)
        major = 1
        minor = 1
        left = 5s
        [beacon wallet]
        uuid = \(uuid.uuidText)
        major = 1
        minor = 2
        left = 5s
        touch = yes
        [item Keys]
        beacon = keys
        picture = keys
        [item Wallet]
        beacon = wallet
        picture = wallet
        [presence Mara]
        phone = Mara's iPhone
        away = 30s

        """

    /// UUID of the scenario's beacons.
    private static let uuid: UInt128 = 0x6A3F_0C52_9B1E_4D07_8C66_2F9D_51E4_A7B0

    private static func region(_ name: String, minor: UInt16, touch: Region.Touch? = nil) -> Region
    {
        Region(
            name, uuid: uuid, major: 1, minor: minor, patience: .seconds(5), touch: touch)
    }
}
