import Board
import Linux
import Notices
import Outlets
import Settings

/// The keys of displays: first those that all have.
extension SettingsKeys {
    static let detail = Key<BoardOptions.Detail>(
        "detail", .choice, default: .full,
        summary: "How much is shown: everything, only who and what kind, or only how many there are"
    )
    static let displayCategories = Key<[String]>.list(
        "categories", of: .choice(Category.words), example: "incoming_call, missed_call",
        summary: "The categories that are shown, by name or label; all by default")
    static let displayQuietHours = Key<TimeSpan?>.optional(
        "quiet-hours", .timeSpan, example: "22:00-07:00",
        summary: "When nothing new is shown; calls are")
    static let grouping = Key<RowGrouping>(
        "group", .choice, default: .thread,
        summary: "Which notices are folded into one row with a number: none, those of one app and "
            + "title (thread), or those of one app")
    static let night = Key<TimeSpan?>.optional(
        "night", .timeSpan, example: "21:00-07:00",
        summary: "When it uses the dark red colours of the night")

    static let consoleDevice = Key<String>(
        "device", .file, default: "/dev/tty1", summary: "The terminal that is the display")
    static let isUTF8 = Key<ScreenCharset>(
        "charset", .choice, default: .utf8,
        summary: "What the terminal can show; with ascii, other letters are spelt in it")
    static let isColored = Key<Bool>(
        "colours", .yesOrNo, default: true, summary: "Whether the terminal has colours")
    static let blankAfter = Key<Duration?>.optional(
        "blank-after", .duration(.seconds(1)...(.seconds(7 * 86_400))), example: "30m",
        summary: "Go blank after this long without news, until there is some; never by default")
    static let takesKeys = Key<Bool>(
        "keys", .yesOrNo, default: false,
        summary: "Whether its keyboard may answer and decline calls and clear notices")

    static let lcdHost = Key<String>(
        "host", .word, default: "127.0.0.1", summary: "Where LCDd is: a name or an address")
    static let lcdPort = Key<Int>(
        "port", .integer(1...65_535), default: 13_666, summary: "The port that LCDd listens at")
    static let lcdName = Key<String>(
        "name", .word, default: "Callboard", summary: "What LCDd calls this client in its menus")
    static let lcdCharset = Key<LCDOptions.Characters>(
        "charset", .choice, default: .latin1,
        summary: "What LCDd can show; with latin1 its driver makes ä and é those of the display")
    static let backlight = Key<LCDOptions.Backlight>(
        "backlight", .choice, default: .server,
        summary: "The light while no call rings: as LCDd has it, always on or off, or on for 30 s "
            + "after news")
    static let lcdKeys = Key<[LCDKey]>.list(
        "keys", of: .lcdKey, example: "answer Enter, decline Escape, clear Down",
        summary: "Which keys of the display answer, decline and clear; none by default")
}

/// What the terminal that is a display can show.
enum ScreenCharset: String, CaseIterable {
    case utf8
    case ascii
}

/// A key of a display, and what it does.
struct LCDKey: Hashable, Sendable {
    let act: DeviceAct
    /// What LCDd calls it.
    let key: String
}

extension ValueSyntax<LCDKey> {
    /// What a key does and what LCDd calls it.
    fileprivate static let lcdKey = ValueSyntax(
        wants: "answer, decline or clear, and behind it the name of a key, such as answer Enter",
        read: { (text) throws(ValueRefusal) in
            let words = text.split(separator: " ")
            guard words.count == 2, let act = DeviceAct(rawValue: String(words[0])) else {
                throw .otherKind
            }
            return LCDKey(act: act, key: String(words[1]))
        }, write: { "\($0.act.rawValue) \($0.key)" })
}
