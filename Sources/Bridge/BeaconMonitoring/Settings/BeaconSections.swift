package import Settings

/// The sections of the configuration about beacons.
package enum BeaconSections {
    /// When the host listens.
    package static let beacons = Section(
        "beacons", summary: "When the host listens for beacons",
        details: [
            "It listens only where a section [beacon NAME] or [presence NAME] is there. Each "
                + "message of anybody's beacon wakes the bridge while it listens."
        ],
        keys: [BeaconKeys.scan.entry])
    /// A region; there may be many.
    package static let beacon = Section(
        "beacon", placeholder: "NAME", summary: "A beacon, or several, that the host looks out for",
        details: [
            "callboard beacons lists what is in the air, and callboard beacon section NAME prints "
                + "such a section."
        ],
        keys: [
            BeaconKeys.uuid.entry, BeaconKeys.major.entry, BeaconKeys.minor.entry,
            BeaconKeys.format.entry, BeaconKeys.power.entry, BeaconKeys.left.entry,
            BeaconKeys.touch.entry, BeaconKeys.tapPower.entry, BeaconKeys.hold.entry,
        ])
    /// A thing; there may be many.
    package static let item = Section(
        "item", placeholder: "NAME", summary: "A thing with a beacon, not to be left behind",
        details: [
            "When its beacon has left, every display says so until it is back. Rules name it with "
                + "item, and quiet hours hold."
        ],
        keys: [
            BeaconKeys.beacon.entry, BeaconKeys.picture.entry, BeaconKeys.words.entry,
            BeaconKeys.remind.entry,
        ])
    /// A person; there may be many.
    package static let presence = Section(
        "presence", placeholder: "NAME", summary: "A person, who is where the phone is",
        details: [
            "The phone is one that is paired with this host; it needs no app. Its link tells that "
                + "it is here, and what it sends to everybody while it has none."
        ],
        keys: [BeaconKeys.phone.entry, BeaconKeys.away.entry, BeaconKeys.phonePower.entry])
    /// What the host sends; there may be several.
    package static let broadcast = Section(
        "broadcast", placeholder: "NAME", summary: "An iBeacon that the host is",
        details: [
            "It is sent beside what phones find the host by. callboard status tells what the "
                + "air really gets."
        ],
        keys: [
            BeaconKeys.sentUUID.entry, BeaconKeys.sentMajor.entry, BeaconKeys.sentMinor.entry,
            BeaconKeys.sentPower.entry, BeaconKeys.interval.entry, BeaconKeys.adapter.entry,
        ])

    /// All of them, in the order of the sample file.
    package static let all = [beacons, beacon, item, presence, broadcast]
}
