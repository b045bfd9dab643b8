import Basics
import Notices
import Radio

/// The sections of a configuration that make a beacon a region, and perhaps a thing.
struct BeaconSectionText {
    /// For the end of the file.
    let text: String

    /// Nil where no section can have the name.
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
