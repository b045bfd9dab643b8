import Board
package import Control
package import Linux
import Notices
package import Outlets
package import Settings

/// Configuration of a terminal display.
package struct ScreenConfiguration: OutletConfiguration {
    package static var family: OutletFamily { .display }
    package static var section: Section { ConsoleKeys.section }

    /// Name in the section header.
    package let name: String
    /// Path of the terminal.
    package let device: String
    package let options: ScreenOptions
    /// Whether the keyboard may act on calls, notifications and media players.
    let takesKeys: Bool

    private var board: BoardOptions { options.board }
    package var whereabouts: String { device }
    /// The terminal, whichever of its names is configured.
    package var place: FilePlace? { FilePlace(device) }
    /// The key that names the terminal.
    package var placeKey: KeyEntry { ConsoleKeys.device.entry }
    /// Whether quiet hours are in effect now.
    package var isQuiet: Bool { board.isQuiet }

    /// Creates the output, with its keyboard if enabled.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        let screen = ScreenOutlet(
            device, name: title, options: options, pace: surroundings.pace,
            tell: surroundings.tell)
        if takesKeys {
            ConsoleKeyboard(
                detail: board.detail, codes: board.codes, act: surroundings.act,
                control: surroundings.control
            ).attach(to: screen)
        }
        return screen
    }

    /// Adds the section, the terminal and the number of redraws to the status.
    package func tell(of outlet: ScreenOutlet, in status: inout StatusOutlet) {
        status.display = header
        status.device = device
        status.redraws = outlet.redraws
    }

    package init(_ section: SectionValues) {
        name = section.name ?? ""
        device = section[ConsoleKeys.device]
        takesKeys = section[ConsoleKeys.takesKeys]
        options = ScreenOptions(
            board: BoardOptions(section), isUTF8: section[ConsoleKeys.isUTF8] == .utf8,
            isColored: section[ConsoleKeys.isColored],
            nightHours: section[DisplayKeys.night].map { Hours($0) },
            blankAfter: section[ConsoleKeys.blankAfter])
    }
}
