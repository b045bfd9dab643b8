package import Board
package import Formats
package import Notices

/// How a display is used.
package struct LCDOptions: Hashable, Sendable {
    /// The characters of a display, as its server takes them.
    package enum Characters: String, Hashable, Sendable, CaseIterable {
        /// Western European letters, which the server makes those of the display.
        case latin1
        /// Nothing but ASCII, for displays whose letters beyond it are others.
        case ascii

        /// The charset of texts for it.
        package var charset: Charset {
            switch self {
            case .latin1: .latin1
            case .ascii: .ascii
            }
        }
    }

    /// What the display's light does while no call rings; for that it flashes, except with `off`.
    package enum Backlight: String, Hashable, Sendable, CaseIterable {
        /// What the server is set to.
        case server
        /// It is always on.
        case on
        /// It is always off, even while a call rings.
        case off
        /// It is on for some time after something new, and off else.
        case news
    }

    /// What the server calls this client in its menus.
    package var name = "Callboard"
    /// The characters that texts are made of.
    package var characters = Characters.latin1
    /// What the light does while no call rings.
    package var backlight = Backlight.server
    /// The display's keys, by the names that the server knows, for what each does.
    package var keys: [NoticeAction: String] = [:]
    /// What is shown, and when.
    package var board = BoardOptions()

    /// As the configuration has it by default.
    package static let usual = LCDOptions()
}
