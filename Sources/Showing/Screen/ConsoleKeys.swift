import Linux
import Outlets
import Settings

/// Configuration keys of a terminal display.
enum ConsoleKeys {
    static let device = Key<String>(
        "device", .file, default: "/dev/tty1", summary: "The terminal that shows the board")
    static let isUTF8 = Key<ScreenCharset>(
        "charset", .choice, default: .utf8,
        summary: "The characters that the terminal can show; with ascii, others are "
            + "transliterated")
    static let isColored = Key<Bool>(
        "colours", .yesOrNo, default: true, summary: "Whether the terminal has colours")
    static let blankAfter = Key<Duration?>.optional(
        "blank-after", .duration(.seconds(1)...(.seconds(7 * 86_400))), example: "30m",
        summary: "Go blank once nothing new has come for this long, until something does; never "
            + "by default")
    static let takesKeys = Key<Bool>(
        "keys", .yesOrNo, default: false,
        summary: "Whether its keyboard may answer and decline calls, clear notifications and "
            + "control media players")

    static let section = Section(
        "console", placeholder: "NAME", isNameOptional: true,
        summary: "A terminal that shows the board: the host's own screen, or any other",
        details: [
            "Calls in large letters, today's notifications, and the number of missed calls. "
                + "Further terminals have names, as in [console NAME]. callboard board shows the "
                + "same on any terminal."
        ],
        keys: [
            device.entry, isUTF8.entry,
            isColored.entry, DisplayKeys.night.entry, blankAfter.entry,
            takesKeys.entry,
        ] + DisplayKeys.shown)
}

/// Character set of a terminal display.
enum ScreenCharset: String, CaseIterable {
    case utf8
    case ascii
}
