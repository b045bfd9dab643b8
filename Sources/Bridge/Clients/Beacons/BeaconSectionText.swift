import Basics
import Notices
import Radio

/// Configuration sections that define a beacon as a region, and optionally as an item.
struct BeaconSectionText {
    /// Sections to append to the configuration file.
    let text: String

    /// Returns nil if the name is blank, or contains brackets or control characters.
    init?(_ beacon: BeaconID, named name: String, withItem: Bool) {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0 != "]" && $0 != "[" && $0.value != 0x7F
        }
        guard isPlain, name.contains(where: { $0 != " " }) else { return nil }
        var lines = ["[beacon \(name)]"]
        if beacon.format != .iBeacon { lines.append("format = \(beacon.format.rawValue)") }
        lines.append("uuid = \(beacon.uuid.uuidText)")
        if let major = beacon.major { lines.append("major = \(major)") }
        if let minor = beacon.minor { lines.append("minor = \(minor)") }
        if withItem { lines += ["", "[item \(name)]", "beacon = \(name)"] }
        text = lines.map { $0 + "\n" }.joined()
    }
}
