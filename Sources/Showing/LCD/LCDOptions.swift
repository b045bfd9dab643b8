package import Board
package import Formats
package import Notices

/// Options of a character display.
package struct LCDOptions: Hashable, Sendable {
    /// Character sets that the server accepts for a display.
    package enum Characters: String, Hashable, Sendable, CaseIterable {
        /// Western European characters, which the server maps to those of the display.
        case latin1
        /// ASCII only, for displays whose other characters differ.
        case ascii

        package var charset: Charset {
            switch self {
            case .latin1: .latin1
            case .ascii: .ascii
            }
        }
    }

    /// State of the backlight while no call rings.
    ///
    /// During a ringing call it flashes, except with `off`.
    package enum Backlight: String, Hashable, Sendable, CaseIterable {
        /// State that is configured in the server.
        case server
        case on
        /// Off, even while a call rings.
        case off
        /// On for some time after a new notification.
        case news
    }

    /// Name of this client in the menus of the server.
    package var name = "Callboard"
    package var characters = Characters.latin1
    /// State of the backlight while no call rings.
    package var backlight = Backlight.server
    /// Key of each action, by the name that the server uses.
    package var keys: [NoticeAction: String] = [:]
    /// Key of each command to a media player.
    package var mediaKeys: [MediaCommand: String] = [:]
    package var board = BoardOptions()

    /// The defaults of the configuration.
    package static let usual = LCDOptions()
}
