import Notices
import Outlets
import Settings

/// Configuration keys of a character display.
enum LCDKeys {
    static let host = Key<String>(
        "host", .word, default: "127.0.0.1", summary: "The host of LCDd: a name or an address")
    static let port = Key<Int>(
        "port", .integer(1...65_535), default: 13_666, summary: "The port that LCDd listens at")
    static let name = Key<String>(
        "name", .word, default: "Callboard",
        summary: "The name of this client in the menus of LCDd")
    static let charset = Key<LCDOptions.Characters>(
        "charset", .choice, default: .latin1,
        summary: "The characters that LCDd can show; with latin1, its driver maps ä and é to "
            + "those of the display")
    static let backlight = Key<LCDOptions.Backlight>(
        "backlight", .choice, default: .server,
        summary: "The light while no call rings: as set in LCDd (server), always on or off, or "
            + "on for 30 s after something new (news)")
    static let keys = Key<[LCDKey<NoticeAction>]>.list(
        "keys", of: .lcdKey, example: "answer Enter, decline Escape, clear Down",
        summary: "Which keys of the display answer, decline and clear; none by default")

    static let mediaKeys = Key<[LCDKey<MediaCommand>]>.list(
        "media-keys", of: .lcdMediaKey, example: "toggle Up, next Right, previous Left",
        summary: "Which keys of the display control the media player of a phone; none by default")

    static let section = Section(
        "lcd", placeholder: "NAME", isNameOptional: true,
        summary: "A character display that LCDd (lcdproc) drives",
        details: [
            "Callboard is a client of LCDd. Further displays have names, as in [lcd NAME]. "
                + "callboard display test shows what it looks like."
        ],
        keys: [
            host.entry, port.entry, name.entry,
            charset.entry, backlight.entry, keys.entry, mediaKeys.entry,
        ] + DisplayKeys.shown)
}

/// Key of a display with its action, such as one on a notification or a command to a media player.
struct LCDKey<Action: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
where Action.RawValue == String {
    let action: Action
    /// Name of the key in LCDd.
    let key: String

    /// Syntax of an action followed by the name of a key.
    fileprivate static func syntax(wants: String, kind: String) -> ValueSyntax<LCDKey> {
        ValueSyntax(
            wants: wants, kind: kind,
            read: { (text) throws(ValueRefusal) in
                let words = text.split(separator: " ")
                guard words.count == 2, let action = Action(rawValue: String(words[0])) else {
                    throw .otherKind
                }
                return LCDKey(action: action, key: String(words[1]))
            }, write: { "\($0.action.rawValue) \($0.key)" })
    }
}

extension ValueSyntax<LCDKey<NoticeAction>> {
    fileprivate static let lcdKey = LCDKey<NoticeAction>.syntax(
        wants: "answer, decline or clear, followed by the name of a key, such as answer Enter",
        kind: "answer, decline or clear, and a key")
}

extension ValueSyntax<LCDKey<MediaCommand>> {
    private static let commands = MediaCommand.allCases.map(\.rawValue).joined(separator: ", ")

    fileprivate static let lcdMediaKey = LCDKey<MediaCommand>.syntax(
        wants: "one of \(commands), followed by the name of a key, such as toggle Up",
        kind: "a command of callboard media, and a key")
}
