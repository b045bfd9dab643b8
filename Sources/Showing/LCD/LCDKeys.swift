import Notices
import Outlets
import Settings

/// The keys of a character display.
enum LCDKeys {
    static let host = Key<String>(
        "host", .word, default: "127.0.0.1", summary: "Where LCDd is: a name or an address")
    static let port = Key<Int>(
        "port", .integer(1...65_535), default: 13_666, summary: "The port that LCDd listens at")
    static let name = Key<String>(
        "name", .word, default: "Callboard", summary: "What LCDd calls this client in its menus")
    static let charset = Key<LCDOptions.Characters>(
        "charset", .choice, default: .latin1,
        summary: "What LCDd can show; with latin1 its driver makes ä and é those of the display")
    static let backlight = Key<LCDOptions.Backlight>(
        "backlight", .choice, default: .server,
        summary: "The light while no call rings: as LCDd has it, always on or off, or on for 30 s "
            + "after news")
    static let keys = Key<[LCDKey]>.list(
        "keys", of: .lcdKey, example: "answer Enter, decline Escape, clear Down",
        summary: "Which keys of the display answer, decline and clear; none by default")

    /// The section.
    static let section = Section(
        "lcd", placeholder: "NAME", isNameOptional: true,
        summary: "A character display, by way of LCDd (lcdproc)",
        details: [
            "LCDd drives the display; this is one of its clients. Further ones have names, as in "
                + "[lcd NAME]. callboard display test shows what it looks like."
        ],
        keys: [
            host.entry, port.entry, name.entry,
            charset.entry, backlight.entry, keys.entry,
        ] + DisplayKeys.shown)
}

/// A key of a display, and what it does.
struct LCDKey: Hashable, Sendable {
    let act: NoticeAction
    /// What LCDd calls it.
    let key: String
}

extension ValueSyntax<LCDKey> {
    /// What a key does and what LCDd calls it.
    fileprivate static let lcdKey = ValueSyntax(
        wants: "answer, decline or clear, and behind it the name of a key, such as answer Enter",
        read: { (text) throws(ValueRefusal) in
            let words = text.split(separator: " ")
            guard words.count == 2, let act = NoticeAction(rawValue: String(words[0])) else {
                throw .otherKind
            }
            return LCDKey(act: act, key: String(words[1]))
        }, write: { "\($0.act.rawValue) \($0.key)" })
}
