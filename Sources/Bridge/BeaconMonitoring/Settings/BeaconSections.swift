package import Settings

/// Configuration sections about beacons.
package enum BeaconSections {
    /// The listening schedule.
    package static let beacons = Section(
        "beacons", summary: "When the host listens for beacons",
        details: [
            "It listens only if there is a section [beacon NAME] or [presence NAME]. Each "
                + "message of any beacon wakes the bridge while it listens."
        ],
        keys: [BeaconKeys.scan.entry])
    /// A region; repeatable.
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
    /// An item; repeatable.
    package static let item = Section(
        "item", placeholder: "NAME", summary: "An item with a beacon, not to be left behind",
        details: [
            "When its beacon has left, every display says so until it is back. Rules name it "
                + "with item, and quiet hours apply."
        ],
        keys: [
            BeaconKeys.beacon.entry, BeaconKeys.picture.entry, BeaconKeys.words.entry,
            BeaconKeys.remind.entry,
        ])
    /// A resident; repeatable.
    package static let presence = Section(
        "presence", placeholder: "NAME", summary: "A resident, whose presence is that of the phone",
        details: [
            "The phone is paired with this host and needs no app. Its connection, or its "
                + "advertisements without one, show its presence."
        ],
        keys: [BeaconKeys.phone.entry, BeaconKeys.away.entry, BeaconKeys.phonePower.entry])
    /// A beacon that the host sends; repeatable.
    package static let broadcast = Section(
        "broadcast", placeholder: "NAME", summary: "An iBeacon that the host sends",
        details: [
            "It is sent in addition to the advertisement for phones. callboard status shows how "
                + "it is really sent."
        ],
        keys: [
            BeaconKeys.sentUUID.entry, BeaconKeys.sentMajor.entry, BeaconKeys.sentMinor.entry,
            BeaconKeys.sentPower.entry, BeaconKeys.interval.entry, BeaconKeys.adapter.entry,
        ])

    /// All sections, in the order of the sample file.
    package static let all = [beacons, beacon, item, presence, broadcast]
}
