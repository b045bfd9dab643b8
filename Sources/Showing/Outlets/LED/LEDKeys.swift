import Linux
import Notices
package import Settings

/// Configuration keys of an LED.
package enum LEDKeys {
    static let device = Key<String?>.optional(
        "device", .word, isRequired: true, example: "red:status",
        summary: "The LED: a name in /sys/class/leds, or the path of such a folder")
    static let ringing = Key<LEDLight>(
        "ringing", .choice, default: .blink, summary: "State while a call rings")
    static let missed = Key<LEDLight>(
        "missed", .choice, default: .on,
        summary: "State while there are missed calls that have not been seen on the phone")
    static let voicemail = Key<LEDLight>(
        "voicemail", .choice, default: .on,
        summary: "State while there is voicemail; of several states, blink precedes on, and on "
            + "precedes off")
    static let brightness = Key<Int>(
        "brightness", .integer(1...100), default: 100,
        summary: "Brightness in percent of the maximum")
    static let quietHours = Key<TimeSpan?>.optional(
        "quiet-hours", .timeSpan, example: "22:00-07:00",
        summary: "When the LED is off, except for calls that ring")
    static let silent = Key<Silence>(
        "silent", .choice, default: .quiet,
        summary: "Whether silently delivered notifications, as with Focus, do not light it "
            + "(hide), light it without blinking (quiet), or count like all others (show)")

    package static let section = Section(
        "led", placeholder: "NAME", isNameOptional: true,
        summary: "An LED of the host: it blinks for a call, and is on for missed calls and "
            + "voicemail",
        details: [
            "For an LED on the board itself, or one at a pin that the kernel drives as an LED. "
                + "It is off once nothing is left on the phone. When the bridge ends, its "
                + "former state is restored. Further LEDs have names, as in [led NAME]. "
                + "callboard test led shows what it does."
        ],
        keys: [
            device.entry, ringing.entry, missed.entry, voicemail.entry, brightness.entry,
            quietHours.entry, silent.entry,
        ])
}

/// State of an LED.
package enum LEDLight: String, Hashable, Sendable, CaseIterable {
    case off
    case on
    case blink
}

extension LEDLight {
    /// Rank of attention that a state draws.
    private var liveliness: Int {
        switch self {
        case .off: 0
        case .on: 1
        case .blink: 2
        }
    }

    /// Returns the state of the two that draws more attention.
    func livelier(than other: LEDLight) -> LEDLight {
        liveliness > other.liveliness ? self : other
    }
}
