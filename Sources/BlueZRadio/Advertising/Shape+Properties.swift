import DBus
import Radio

extension Shape {
    /// The service that only a phone has.
    static let notificationService = "7905f431-b5ce-4e99-a40f-4b1e122d00d0"

    /// The properties of the advertisement; its name goes into the scan response.
    func properties(name: String, isDiscoverable: Bool) -> [String: BusValue] {
        var properties: [String: BusValue] = [
            "Type": .string("peripheral"),
            "SolicitUUIDs": .strings([Self.notificationService]),
            "LocalName": .string(name),
            // Without it the adapter's own setting counts, which other programs change.
            "Discoverable": .bool(isDiscoverable),
        ]
        if self == .hid {
            properties["ServiceUUIDs"] = .strings([BlueZ.uuid(Keyboard.service)])
            properties["Appearance"] = .uint16(Keyboard.appearance)
        }
        return properties
    }
}
