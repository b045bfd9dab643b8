import Basics
import Beacons
import Notices
import Radio
import Settings

/// Configuration keys of the beacon sections.
enum BeaconKeys {
    private static let numbers = 0...Int(UInt16.max)
    /// Range of signals at one metre, in dBm.
    private static let powers = -127...20

    static let scan = Key<ScanCycle>(
        "scan", .scan, default: .usual,
        summary: "When the host listens; use continuous for touch = yes")

    static let uuid = Key<UInt128?>.optional(
        "uuid", .uuid, isRequired: true, example: "fda50693-a4e2-4fb1-afcf-c6eb07647825",
        summary: "UUID of the beacons, 16 bytes; for Eddystone the namespace and the instance")
    static let major = Key<Int?>.optional(
        "major", .integer(numbers), example: "1",
        summary: "The number of their group; any by default")
    static let minor = Key<Int?>.optional(
        "minor", .integer(numbers), example: "7",
        summary: "The number within the group; any by default")
    static let format = Key<BeaconFormat>(
        "format", .choice, default: .iBeacon, summary: "Frame format of the beacons")
    static let power = Key<Int?>.optional(
        "power", .integer(powers), example: "-59",
        summary: "The signal one metre away, in dBm, instead of what the beacon states")
    static let left = Key<Duration>(
        "left", .duration(.seconds(5)...(.seconds(86_400))), default: Region.usualPatience,
        summary: "The silence after which the beacon counts as left")
    static let touch = Key<Bool>(
        "touch", .yesOrNo, default: false,
        summary: "Whether holding it to the host counts as a tap")
    static let tapPower = Key<Int?>.optional(
        "tap", .integer(powers), example: "-35",
        summary: "The signal that counts as a tap, in dBm; by default 20 more than at one metre")
    static let hold = Key<Duration>(
        "hold", .duration(.zero...(.seconds(60))), default: Region.Touch.usualHold,
        summary: "How long the beacon must be held to the host for a tap")

    static let beacon = Key<String?>.optional(
        "beacon", .word, isRequired: true, example: "NAME",
        summary: "Which beacon it has: the name of a section [beacon NAME]")
    static let picture = Key<String?>.optional(
        "picture", .picture, example: "keys",
        summary: "Its picture: the name of an icon, or one emoji")
    static let words = Key<String>(
        "words", .word, default: BeaconItem.usualWords,
        summary: "The text on displays when it has been left behind")
    static let remind = Key<Duration?>.optional(
        "remind", .duration(.seconds(60)...(.seconds(7 * 86_400))), example: "10m",
        summary: "Remind once after this time; not by default")

    static let phone = Key<String?>.optional(
        "phone", .word, isRequired: true, example: "Anna's iPhone",
        summary: "The resident's phone, by its name or by the address of its bond")
    static let away = Key<Duration>(
        "away", .duration(.seconds(30)...(.seconds(86_400))), default: Presence.usualPatience,
        summary: "How long the phone must be gone before the resident is away")
    static let phonePower = Key<Int>(
        "power", .integer(powers), default: Presence.usualPower,
        summary: "The signal of the phone one metre away, in dBm")

    static let sentUUID = Key<UInt128?>.optional(
        "uuid", .uuid, isRequired: true, example: "fda50693-a4e2-4fb1-afcf-c6eb07647825",
        summary: "The UUID to send; callboard beacon uuid makes one")
    static let sentMajor = Key<Int>(
        "major", .integer(numbers), default: 0, summary: "The number of its group")
    static let sentMinor = Key<Int>(
        "minor", .integer(numbers), default: 0, summary: "Its number within the group")
    static let sentPower = Key<Int>(
        "power", .integer(powers), default: BeaconSettings.usualPower,
        summary: "Its signal one metre away, in dBm: measure it with a phone")
    static let interval = Key<Int>(
        "interval", .integer(20...10_240), default: BeaconSettings.usualInterval.wholeMilliseconds,
        summary: "Milliseconds from one message to the next; 100 is what iPhones expect")
    static let adapter = Key<String?>.optional(
        "adapter", .word, example: "hci0",
        summary: "The adapter that sends it; it must be the one of [radio]")
}

extension ValueSyntax<UInt128> {
    /// A beacon UUID.
    static let uuid = ValueSyntax(
        wants: "a UUID such as fda50693-a4e2-4fb1-afcf-c6eb07647825", kind: "UUID",
        read: { (text) throws(ValueRefusal) in
            if let uuid = UInt128(uuidText: text) { return uuid }
            throw .otherKind
        }, write: { $0.uuidText })
}

extension ValueSyntax<String> {
    /// The picture of an item, as an emoji.
    static let picture = ValueSyntax(
        wants: "one emoji, or the name of an icon: " + ItemIcon.names.joined(separator: ", "),
        words: ItemIcon.names,
        read: { (text) throws(ValueRefusal) in
            if let picture = ItemIcon.picture(text) { return picture }
            throw .otherKind
        }, write: { $0 })
}
