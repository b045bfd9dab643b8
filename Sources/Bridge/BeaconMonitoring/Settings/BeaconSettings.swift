import Basics
package import Beacons
package import Notices
import Radio
package import Settings

/// Beacon settings of a checked configuration.
package struct BeaconSettings: Hashable, Sendable {
    /// Maximum number of items; several may share a beacon.
    package static let itemLimit = 64
    /// Maximum number of residents.
    package static let personLimit = 16
    /// Maximum number of beacons sent at a time; adapters have room for few.
    package static let broadcastLimit = 4
    /// Default signal of the host's own beacons at one metre, in dBm.
    package static let usualPower = -59
    /// Default interval between two messages of a sent beacon, as iPhones expect it.
    package static let usualInterval: Duration = .milliseconds(100)
    /// Maximum length of a name in bytes.
    package static let nameLimit = 64

    /// An item, its region and its reminder.
    package struct Item: Hashable, Sendable {
        /// Name, picture and text of the item.
        package let item: BeaconItem
        /// Name of the region.
        package let region: String
        /// Delay of the reminder after the item has left; nil for no reminder.
        package let remind: Duration?

        package init(item: BeaconItem, region: String, remind: Duration? = nil) {
            self.item = item
            self.region = region
            self.remind = remind
        }
    }

    /// A resident and the phone.
    package struct Person: Hashable, Sendable {
        package let name: String
        /// The phone, by its name or its bond.
        package let phone: String
        /// How long the phone must be gone before the resident is away.
        package let patience: Duration
        /// The phone's signal at one metre, in dBm.
        package let power: Int

        package init(
            name: String, phone: String, patience: Duration = Presence.usualPatience,
            power: Int = Presence.usualPower
        ) {
            self.name = name
            self.phone = phone
            self.patience = patience
            self.power = power
        }
    }

    /// An iBeacon that the host sends.
    package struct Broadcast: Hashable, Sendable {
        /// Name of its section.
        package let name: String
        /// Frame that is sent.
        package let frame: BeaconFrame
        /// Interval between two messages.
        package let interval: Duration

        package init(name: String, frame: BeaconFrame, interval: Duration) {
            self.name = name
            self.frame = frame
            self.interval = interval
        }
    }

    /// The listening schedule, in effect only if there is a region or a resident.
    package var scan = ScanCycle.usual
    /// Watched regions.
    package var regions: [Region] = []
    /// Items that are not to be left behind.
    package var items: [Item] = []
    /// Residents, known by their phones.
    package var people: [Person] = []
    /// Beacons that the host sends.
    package var broadcasts: [Broadcast] = []
    /// Notes about settings that are valid but probably not intended.
    package private(set) var notes: [String] = []

    package init() {}

    /// Returns notes about rules that name unknown items, beacons or residents.
    package func notes(on rules: [Rule]) -> [String] {
        // The name of an item replaces that of its region.
        let regions = regions.map(\.name).filter { name in !items.contains { $0.region == name } }
        return BeaconNotes.all(rules, about: items.map(\.item.name) + people.map(\.name) + regions)
    }

    /// Whether no region, resident or broadcast is configured.
    package var isEmpty: Bool { regions.isEmpty && people.isEmpty && broadcasts.isEmpty }

    /// Whether there is anything to listen for.
    package var listens: Bool { scan != .off && !(regions.isEmpty && people.isEmpty) }

    /// Reads the settings from the sections.
    package init(_ configuration: Configuration) {
        scan = configuration[BeaconSections.beacons][BeaconKeys.scan]
        let sections = configuration.all(BeaconSections.beacon)
        regions = sections.map(Region.init)
        items = configuration.all(BeaconSections.item).map(Item.init)
        people = configuration.all(BeaconSections.presence).map(Person.init)
        broadcasts = configuration.all(BeaconSections.broadcast).map(Broadcast.init)
        notes = BeaconNotes.all(regions, scan) + sections.flatMap(BeaconNotes.all)
    }
}

extension Region {
    fileprivate init(_ section: SectionValues) {
        let touch =
            section[BeaconKeys.touch]
            ? Touch(power: section[BeaconKeys.tapPower], hold: section[BeaconKeys.hold]) : nil
        self.init(
            section.name ?? "", format: section[BeaconKeys.format],
            uuid: section[BeaconKeys.uuid] ?? 0,
            major: section[BeaconKeys.major].map { UInt16(clamping: $0) },
            minor: section[BeaconKeys.minor].map { UInt16(clamping: $0) },
            power: section[BeaconKeys.power], patience: section[BeaconKeys.left], touch: touch)
    }
}

extension BeaconSettings.Item {
    fileprivate init(_ section: SectionValues) {
        self.init(
            item: BeaconItem(
                section.name ?? "",
                picture: section[BeaconKeys.picture].flatMap(ItemIcon.picture),
                words: section[BeaconKeys.words]),
            region: section[BeaconKeys.beacon] ?? "", remind: section[BeaconKeys.remind])
    }
}

extension BeaconSettings.Person {
    fileprivate init(_ section: SectionValues) {
        self.init(
            name: section.name ?? "", phone: section[BeaconKeys.phone] ?? "",
            patience: section[BeaconKeys.away], power: section[BeaconKeys.phonePower])
    }
}

extension BeaconSettings.Broadcast {
    fileprivate init(_ section: SectionValues) {
        let id = BeaconID(
            .iBeacon, uuid: section[BeaconKeys.sentUUID] ?? 0,
            major: UInt16(clamping: section[BeaconKeys.sentMajor]),
            minor: UInt16(clamping: section[BeaconKeys.sentMinor]))
        self.init(
            name: section.name ?? "",
            frame: BeaconFrame(id, power: section[BeaconKeys.sentPower]),
            interval: .milliseconds(section[BeaconKeys.interval]))
    }
}
