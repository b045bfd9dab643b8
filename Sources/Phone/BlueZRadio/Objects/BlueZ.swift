import DBus
import Linux

/// Names of bluetoothd on the bus.
enum BlueZ {
    static let service = "org.bluez"

    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let battery = "org.bluez.Battery1"
    static let gattService = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let descriptor = "org.bluez.GattDescriptor1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let agent = "org.bluez.Agent1"
    static let agentManager = "org.bluez.AgentManager1"

    static let manager: ObjectPath = "/org/bluez"
    static let root: ObjectPath = "/"

    /// Properties in use, by interface.
    ///
    /// Others change all the time, such as the signal strength of each device.
    static let used: [String: Set<String>] = [
        adapter: ["Address", "Alias", "Pairable", "Powered"],
        device: ["Address", "Alias", "Connected", "Paired", "ServicesResolved"],
        battery: ["Percentage"],
        gattService: ["UUID"],
        characteristic: ["Notifying", "UUID"],
    ]

    /// Properties of a device that come from its last received message.
    static let heard = ["RSSI", "ManufacturerData", "ServiceData"]

    /// Returns a number of the Bluetooth SIG as bluetoothd expects it.
    static func uuid(_ short: UInt16) -> String { short.padded(to: 4, radix: 16) }

    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    static let peer = "org.freedesktop.DBus.Peer"
}
