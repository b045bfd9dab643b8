import Formats
import JSON
import Linux
import Notices
import Radio

/// State of regions and residents that is kept across restarts, in wall clock time.
struct BeaconMemory: Hashable, Sendable {
    /// Saved state of a region.
    struct RegionEntry: Hashable, Sendable {
        var name: String
        /// The format and numbers of its beacons, as `Region.beaconsText` writes them.
        var beacons: String
        var isNear: Bool
        var since: WallTime?
        var lastHeard: WallTime?
        var beacon: BeaconID?
    }

    /// Saved state of a resident.
    struct ResidentEntry: Hashable, Sendable {
        var name: String
        /// The configured phone; nil in a file of an earlier version.
        var phone: String?
        /// The bond of the phone.
        var bond: String?
        var isHome: Bool
        var since: WallTime?
        var lastHeard: WallTime?
    }

    private static let format = 1
    /// Size limit of the file, far above what the maximum of regions and residents needs.
    private static let sizeLimit = 256 << 10

    var regions: [RegionEntry] = []
    var people: [ResidentEntry] = []

    var isEmpty: Bool { regions.isEmpty && people.isEmpty }

    /// Returns the state file; simulated phones have a separate one.
    static func file(in folder: String, isSimulated: Bool) -> RememberedFile {
        RememberedFile(
            isSimulated ? "beacons-simulated.json" : "beacons.json", in: folder, upTo: sizeLimit,
            consequence: "the last state of beacons is unknown")
    }

    /// Content of the file.
    var bytes: [UInt8] {
        JSONWriter.line { writer in
            writer.member("format", Self.format)
            writer.array("regions") { writer in
                for region in regions { region.write(to: &writer) }
            }
            writer.array("people") { writer in
                for person in people { person.write(to: &writer) }
            }
        }
    }

    init() {}

    init(_ file: JSONField) throws(JSONError) {
        let fields = try JSONFields(of: file, allowed: ["format", "regions", "people"])
        _ = try fields.required("format").integer(in: Self.format...Self.format)
        for element in try fields.required("regions").elements() {
            regions.append(try RegionEntry(element))
        }
        for element in try fields.required("people").elements() {
            people.append(try ResidentEntry(element))
        }
    }
}

extension BeaconMemory.RegionEntry {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("beacons", beacons)
            writer.member("near", isNear)
            if let since { writer.member("since", since.timestamp) }
            if let lastHeard { writer.member("last_heard", lastHeard.timestamp) }
            if let beacon { writer.member("beacon", beacon.description) }
        }
    }

    fileprivate init(_ field: JSONField) throws(JSONError) {
        let fields = try JSONFields(
            of: field, allowed: ["name", "beacons", "near", "since", "last_heard", "beacon"])
        name = try fields.required("name").string()
        beacons = try fields.required("beacons").string()
        isNear = try fields.required("near").bool()
        since = try fields["since"]?.moment()
        lastHeard = try fields["last_heard"]?.moment()
        beacon = try fields["beacon"].flatMap { (field) throws(JSONError) in
            guard let beacon = BeaconID(try field.string()) else {
                throw field.error("must be the name of a beacon, such as ibeacon:UUID:1:7")
            }
            return beacon
        }
    }
}

extension BeaconMemory.ResidentEntry {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            if let phone { writer.member("phone", phone) }
            if let bond { writer.member("bond", bond) }
            writer.member("home", isHome)
            if let since { writer.member("since", since.timestamp) }
            if let lastHeard { writer.member("last_heard", lastHeard.timestamp) }
        }
    }

    fileprivate init(_ field: JSONField) throws(JSONError) {
        let fields = try JSONFields(
            of: field, allowed: ["name", "phone", "bond", "home", "since", "last_heard"])
        name = try fields.required("name").string()
        phone = try fields["phone"]?.string()
        bond = try fields["bond"]?.string()
        isHome = try fields.required("home").bool()
        since = try fields["since"]?.moment()
        lastHeard = try fields["last_heard"]?.moment()
    }
}
