import DBus
import Radio

extension Shape {
    /// Returns the properties of the advertisement; the name is sent in the scan response.
    ///
    /// - Parameter service: the service that the host solicits.
    func properties(name: String, asking service: String, isDiscoverable: Bool) -> [String:
        BusValue]
    {
        var properties: [String: BusValue] = [
            "Type": .string("peripheral"),
            "SolicitUUIDs": .strings([service]),
            "LocalName": .string(name),
            // Without it the adapter's own setting applies, which other programs change.
            "Discoverable": .bool(isDiscoverable),
        ]
        if let appearance {
            properties["ServiceUUIDs"] = .strings([BlueZ.uuid(Keyboard.service)])
            properties["Appearance"] = .uint16(appearance)
        }
        return properties
    }
}
