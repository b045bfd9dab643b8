import Basics
package import Beacons
package import Notices
import Radio
package import Settings

/// What a checked configuration means to beacons.
package struct BeaconSettings: Hashable, Sendable {
    /// Things that are watched at most: several may share a beacon.
    package static let itemLimit = 64
    /// Persons at most.
    package static let personLimit = 16
    /// Messages that the host sends at a time, at most: adapters have room for few.
    package static let broadcastLimit = 4
    /// The signal of a beacon of the host's one metre away, in dBm, where nobody says.
    package static let usualPower = -59
    /// From one of its messages to the next, where nobody says: what iPhones expect.
    package static let usualInterval: Duration = .milliseconds(100)
    /// Bytes of a name.
    package static let nameLimit = 64

    /// A thing, the region that its beacon is, and when people are reminded of it.
    package struct Item: Hashable, Sendable {
        /// What is shown of it.
        package let item: BeaconItem
        /// The region's name.
        package let region: String
        /// After which time it is told once more that it has left.
        package let remind: Duration?

        /// A thing with a beacon.
        package init(item: BeaconItem, region: String, remind: Duration? = nil) {
            self.item = item
            self.region = region
            self.remind = remind
        }
    }

    /// A person and a phone.
    package struct Person: Hashable, Sendable {
        /// What people call the person.
        package let name: String
        /// The phone, by its name or its bond.
        package let phone: String
        /// How long it must be gone.
        package let patience: Duration
        /// Its signal one metre away, in dBm.
        package let power: Int

        /// A person with a phone.
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

    /// An iBeacon that the host is.
    package struct Broadcast: Hashable, Sendable {
        /// What people call it.
        package let name: String
        /// What is sent.
        package let frame: BeaconFrame
        /// From one message to the next.
        package let interval: Duration

        /// A beacon of this name.
        package init(name: String, frame: BeaconFrame, interval: Duration) {
            self.name = name
            self.frame = frame
            self.interval = interval
        }
    }

    /// When the host listens, where there is something to listen for.
    package var scan = ScanCycle.usual
    /// What it looks out for.
    package var regions: [Region] = []
    /// What is not to be left behind.
    package var items: [Item] = []
    /// Whose phones tell who is here.
    package var people: [Person] = []
    /// What it sends.
    package var broadcasts: [Broadcast] = []
    /// What a person should know although it is allowed, in sentences.
    package private(set) var notes: [String] = []

    /// Nothing of all that.
    package init() {}

    /// What rules ask of it in vain, in sentences.
    package func notes(on rules: [Rule]) -> [String] {
        // A thing speaks for its beacon.
        let regions = regions.map(\.name).filter { name in !items.contains { $0.region == name } }
        return BeaconNotes.all(rules, about: items.map(\.item.name) + people.map(\.name) + regions)
    }

    /// Whether anything of it was asked for.
    package var isEmpty: Bool { regions.isEmpty && people.isEmpty && broadcasts.isEmpty }

    /// Whether there is something to listen for.
    package var listens: Bool { scan != .off && !(regions.isEmpty && people.isEmpty) }

    /// What the sections mean.
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
