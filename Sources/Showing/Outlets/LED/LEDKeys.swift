import Linux
import Notices
package import Settings

/// The keys of a lamp.
package enum LEDKeys {
    static let device = Key<String?>.optional(
        "device", .word, isRequired: true, example: "red:status",
        summary: "The lamp: a name in /sys/class/leds, or the path of a folder like those")
    static let ringing = Key<LEDLight>(
        "ringing", .choice, default: .blink, summary: "What it does while a call rings")
    static let missed = Key<LEDLight>(
        "missed", .choice, default: .on,
        summary: "What it does while there are missed calls that nobody has seen on the phone")
    static let voicemail = Key<LEDLight>(
        "voicemail", .choice, default: .on,
        summary: "What it does while there is voicemail; of several things the liveliest counts")
    static let brightness = Key<Int>(
        "brightness", .integer(1...100), default: 100,
        summary: "How bright it is, in hundredths of what it can be")
    static let quietHours = Key<TimeSpan?>.optional(
        "quiet-hours", .timeSpan, example: "22:00-07:00",
        summary: "When it is dark but for calls that ring")
    static let silent = Key<Silence>(
        "silent", .choice, default: .quiet,
        summary: "What is delivered in silence, as with Focus, does not light it (hide), lights it "
            + "without blinking (quiet), or is like all else (show)")

    /// The section.
    package static let section = Section(
        "led", placeholder: "NAME", isNameOptional: true,
        summary: "A lamp of the machine: it blinks for a call, and is on for what was missed",
        details: [
            "For a light on the board itself, or one at a pin that the kernel knows as a lamp. It is "
                + "off once nothing is left on the phone, and as it was before once the bridge "
                + "ends. Further ones have names, as in [led NAME]. callboard test led shows what "
                + "it does."
        ],
        keys: [
            device.entry, ringing.entry, missed.entry, voicemail.entry, brightness.entry,
            quietHours.entry, silent.entry,
        ])
}

/// What a lamp does.
package enum LEDLight: String, Hashable, Sendable, CaseIterable {
    /// It is dark.
    case off
    /// It is on.
    case on
    /// It goes on and off.
    case blink
}

extension LEDLight {
    /// How much it draws attention.
    private var liveliness: Int {
        switch self {
        case .off: 0
        case .on: 1
        case .blink: 2
        }
    }

    /// The one of two that draws more attention.
    func livelier(than other: LEDLight) -> LEDLight {
        liveliness > other.liveliness ? self : other
    }
}
