import Linux
import Outlets
import Settings

/// The keys of a terminal that is a display.
enum ConsoleKeys {
    static let device = Key<String>(
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

    /// The section.
    static let section = Section(
        "console", placeholder: "NAME", isNameOptional: true,
        summary: "A terminal that shows the board: the host's own screen, or any other",
        details: [
            "Calls in large letters, the notices of the day, and how many were missed. Further "
                + "ones have "
                + "names, as in [console NAME]. callboard board shows the same on any terminal. "
                + "What is hidden here stays in the history."
        ],
        keys: [
            device.entry, isUTF8.entry,
            isColored.entry, DisplayKeys.night.entry, blankAfter.entry,
            takesKeys.entry,
        ] + DisplayKeys.shown)
}

/// What the terminal that is a display can show.
enum ScreenCharset: String, CaseIterable {
    case utf8
    case ascii
}
