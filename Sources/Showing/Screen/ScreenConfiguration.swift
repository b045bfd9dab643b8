import Board
package import Contract
package import Linux
import Notices
package import Outlets
package import Settings

/// A terminal that shows the board.
package struct ScreenConfiguration: OutletConfiguration {
    /// It is a display.
    package static var family: OutletFamily { .display }
    /// The sections `[console NAME]`.
    package static var section: Section { ConsoleKeys.section }

    /// The name in its section's header.
    package let name: String
    /// The terminal's path.
    package let device: String
    /// What is shown on it, and how.
    package let options: ScreenOptions
    /// Whether its keyboard may do something.
    let takesKeys: Bool

    private var board: BoardOptions { options.board }
    /// The terminal's path.
    package var whereabouts: String { device }
    /// The terminal, whichever of its names the configuration has.
    package var place: FilePlace? { FilePlace(device) }
    /// The key that names the terminal.
    package var placeKey: KeyEntry { ConsoleKeys.device.entry }
    /// Whether quiet hours hold now.
    package var isQuiet: Bool { board.isQuiet }

    /// Makes the outlet, with its keyboard where that may do something.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        let screen = ScreenOutlet(
            device, name: title, options: options, pace: surroundings.pace,
            tell: surroundings.tell)
        if takesKeys {
            ConsoleKeyboard(detail: board.detail, codes: board.codes, act: surroundings.act)
                .attach(to: screen)
        }
        return screen
    }

    /// Tells its section, its terminal, and how often that was drawn.
    package func tell(of outlet: ScreenOutlet, in status: inout StatusOutlet) {
        status.display = header
        status.device = device
        status.redraws = outlet.redraws
    }

    /// Takes a section whose values are right.
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
