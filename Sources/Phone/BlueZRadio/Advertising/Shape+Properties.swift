import DBus
import Radio

extension Shape {
    /// The properties of the advertisement; its name goes into the scan response.
    ///
    /// - Parameter service: what the host asks phones for.
    func properties(name: String, asking service: String, isDiscoverable: Bool) -> [String:
        BusValue]
    {
        var properties: [String: BusValue] = [
            "Type": .string("peripheral"),
            "SolicitUUIDs": .strings([service]),
            "LocalName": .string(name),
            // Without it the adapter's own setting counts, which other programs change.
            "Discoverable": .bool(isDiscoverable),
        ]
        if let appearance {
            properties["ServiceUUIDs"] = .strings([BlueZ.uuid(Keyboard.service)])
            properties["Appearance"] = .uint16(appearance)
        }
        return properties
    }
}
