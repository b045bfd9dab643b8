import ANCS
import Formats
import Linux
import Notices
import Outlets
import Patterns
import Radio
import Settings

/// Keys of the configuration with their types.
enum SettingsKeys {
    static let radio = Key<RadioKind>(
        "radio", .choice, default: .bluez,
        summary:
            "Reach phones through bluetoothd (bluez) or with the kernel alone, or simulate some")
    static let adapter = Key<String?>.optional(
        "adapter", .word, example: "hci0",
        summary: "The Bluetooth adapter, by name or address; any by default")
    static let shape = Key<Shape>(
        "shape", .choice, default: .hid,
        summary: "What phones see: a keyboard that never types (hid), such a keypad (keypad), an "
            + "input device in the advertisement alone (look), or a plain host (solicit)")
    static let name = Key<String?>.optional(
        "name", .word, example: "kitchen",
        summary: "What phones call this host; the adapter's name by default")
    static let dataSource = Key<DataSourceMode>(
        "data-source", .choice, default: .auto,
        summary: "How texts come from bluetoothd: to the bridge alone (acquire) or over the bus")
    static let textLength = Key<Int>(
        "text-length", .integer(16...Int(UInt16.max)),
        default: Int(Session.Configuration().maximumTextLength),
        summary: "The most bytes to request of a title, a subtitle or a message")
    static let services = Key<[FurtherService]>.list(
        "services", of: .choice, default: FurtherService.allCases, example: "battery, time",
        summary: "What to read from phones besides notifications: the battery level, maker and "
            + "model (device), clock and time zone, what is playing (media); \"\" for nothing")
    static let batteryLow = Key<Int?>.optional(
        "battery-low", .integer(1...50), example: "20",
        summary: "Show a text once the battery of a phone has this many percent or fewer")
    static let setsClock = Key<Bool>(
        "set-clock", .yesOrNo, default: false,
        summary: "Set the clock of this host by that of the first phone, unless another program "
            + "keeps it right; the service needs clock.conf for it")

    static let readGroup = Key<UserGroup?>.optional(
        "read-group", .group, example: "adm",
        summary: "Group that may watch notifications; callboard by default, if it exists"
    )
    static let actGroup = Key<UserGroup?>.optional(
        "act-group", .group, example: "adm",
        summary: "Group that may answer, decline, clear, control players, mute, pair, forget and "
            + "reload")
    static let lookBackGroup = Key<UserGroup?>.optional(
        "look-back-group", .group, example: "adm",
        summary:
            "Members of this group and of read-group may read the history; callboard-wall by default, "
            + "if it exists")
    static let handOverGroup = Key<UserGroup?>.optional(
        "hand-over-group", .group, example: "adm",
        summary:
            "Members of this group and of read-group may fetch the whole history; callboard-central "
            + "by default, if it exists")

    static let keepsHistory = Key<Bool>(
        "enabled", .yesOrNo, default: true, summary: "Whether notifications are kept at all")
    static let historyFolder = Key<String?>.optional(
        "folder", .file, example: "/var/lib/callboard",
        summary: "Where the history is; beside the list of phones by default")
    static let durability = Key<Durability>(
        "durability", .choice, default: .normal,
        summary: "Whether a power cut may take the last moments (normal) or nothing (full)")
    static let historyAge = Key<Duration>(
        "keep", .duration(.zero...(.seconds(36_500 * 86_400))), default: .seconds(365 * 86_400),
        summary: "For how long a notification is kept; zero keeps all")
    static let historyRows = Key<Int?>.optional(
        "keep-count", .integer(1...1_000_000_000), example: "100000",
        summary: "Keep at most this many notifications, the newest")
    static let historySize = Key<Int?>.optional(
        "keep-size", .size((1 << 20)...(1 << 40)), example: "500M",
        summary: "Keep the file at most this large, with the newest notifications")
    static let keepsBattery = Key<Bool>(
        "battery", .yesOrNo, default: false,
        summary: "Whether the battery levels of phones are stored, too")
    static let stored = Key<StoredDetail>(
        "store", .choice, default: .full,
        summary: "What is kept: everything (full), all but the texts (meta), or nothing (none)")
    static let storedInFull = Key<[String]>.list(
        "store-full", of: .word, example: "com.apple.mobilephone",
        summary: "Apps, by identifier, stored in full, regardless of store")
    static let storedWithoutText = Key<[String]>.list(
        "store-meta", of: .word, example: "com.apple.MobileSMS",
        summary: "Apps stored without texts")
    static let notStored = Key<[String]>.list(
        "store-none", of: .word, example: "org.example.bank",
        summary: "Apps that are not stored")

    static let quietHours = Key<TimeSpan?>.optional(
        "quiet-hours", .timeSpan, example: "22:00-07:00",
        summary: "When notifications are not shown; calls are")
    static let duplicates = Key<Duration>(
        "duplicates", .duration(.zero...(.seconds(86_400))), default: .zero, example: "30s",
        summary: "Omit repeated texts of the same app for this long; zero shows all")
    static let rate = Key<Int?>.optional(
        "rate", .integer(1...10_000), example: "20",
        summary: "The most notifications of an app at once, and then in each minute; all by default"
    )

    static let app = Key<[String]>.list(
        "app", of: .word, example: "com.apple.MobileSMS, Mail",
        summary: "Identifiers of apps, which may end with *, or their names")
    static let category = Key<[String]>.list(
        "category", of: .choice(Category.words, kind: "category"), example: "social, email",
        summary: "Categories, by name or label")
    static let phone = Key<[String]>.list(
        "phone", of: .word, example: "Anna's iPhone", summary: "Names of phones")
    static let item = Key<[String]>.list(
        "item", of: .word, example: "Keys, Mara",
        summary: "Names of items, beacons and residents; the rule then applies to no notification")
    static let sender = Key<[String]>.list(
        "sender", of: .word, example: "Zoe, Print Shop", summary: "Whole titles")
    static let match = Key<Pattern?>.optional(
        "match", .pattern, example: "(?i)code \\d{6}",
        summary: "What to find in the title, the subtitle or the message")
    static let hours = Key<TimeSpan?>.optional(
        "hours", .timeSpan, example: "22:00-07:00",
        summary: "Time of day at which the notification arrives")
    static let days = Key<[DaySpan]>.list(
        "days", of: .days, example: "mon-fri", summary: "Days on which the notification arrives")
    static let action = Key<RuleAction.Visibility?>.optional(
        "action", .choice, example: "hide-text",
        summary: "What is shown: everything, all but the text, only app and category, or nothing")
    static let renameApp = Key<String?>.optional(
        "rename-app", .word, example: "Work", summary: "The name to show for the app instead")
    static let renameSender = Key<String?>.optional(
        "rename-sender", .word, example: "Somebody", summary: "The title to show instead")
}

extension ValueSyntax<UserGroup> {
    /// A group of this host.
    fileprivate static let group = ValueSyntax(
        wants: "a group that exists on this host", kind: "group",
        read: { (text) throws(ValueRefusal) in
            guard let group = try? UserGroup.named(text) else { throw .otherKind }
            return group
        }, write: { $0.name })
}

extension ValueSyntax<Pattern> {
    /// A regular expression.
    fileprivate static let pattern = ValueSyntax(
        wants: "a regular expression", kind: "regular expression",
        read: { (text) throws(ValueRefusal) in
            do throws(PatternError) {
                return try Pattern(text)
            } catch {
                throw .because(error.sentence)
            }
        }, write: { $0.source })
}
