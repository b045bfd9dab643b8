/// Palette that maps tones to terminal attributes.
package enum ScreenPalette: String, Hashable, Sendable, CaseIterable {
    /// Colours for a lit room.
    case day
    /// Dark red only, which preserves night vision.
    case night
    /// Light and dark without colour.
    case plain

    /// Returns the parameters of the "select graphic rendition" sequence for a tone.
    func parameters(of tone: ScreenTone) -> String {
        switch self {
        case .day: Self.day(tone)
        case .night: Self.night(tone)
        case .plain: Self.plain(tone)
        }
    }

    private static func day(_ tone: ScreenTone) -> String {
        switch tone {
        case .plain: "0"
        case .dim: "0;2"
        case .clock: "0;36"
        case .who: "0;1"
        case .missed: "0;1;31"
        case .call: "0;1;32"
        case .voicemail: "0;35"
        case .social: "0;36"
        case .mail: "0;34"
        case .schedule: "0;33"
        case .bar, .chosen: "0;7"
        case .cursor: "0"
        case .chosenGone: "0;2;7"
        case .trouble: "0;1;31"
        case .ringing: "0;1;32"
        case .flash: "0;1;32;7"
        }
    }

    private static func night(_ tone: ScreenTone) -> String {
        switch tone {
        case .ringing, .who, .missed, .call, .trouble: "0;1;31"
        case .flash, .chosen, .cursor: "0;31;7"
        case .chosenGone: "0;2;31;7"
        case .dim, .bar: "0;2;31"
        default: "0;31"
        }
    }

    private static func plain(_ tone: ScreenTone) -> String {
        switch tone {
        case .dim: "0;2"
        case .who, .missed, .call, .ringing, .trouble: "0;1"
        case .bar, .flash, .chosen: "0;7"
        case .chosenGone: "0;2;7"
        default: "0"
        }
    }
}
