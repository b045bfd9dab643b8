import Board
package import JSON
package import Linux
import Notices
package import Outlets
package import Settings

/// A terminal that shows the board.
package struct ConsolePlan: OutletPlan {
    package static var family: OutletFamily { .display }
    package static var section: Section { ConsoleKeys.section }

    package let name: String
    package let device: String
    package let options: ScreenOptions
    /// Whether its keyboard may do something.
    let takesKeys: Bool

    private var board: BoardOptions { options.board }
    package var whereabouts: String { device }
    package var place: FilePlace? { FilePlace(device) }
    package var placeKey: KeyEntry { ConsoleKeys.device.entry }
    package var isQuiet: Bool { board.isQuiet }

    package static func problems(with section: SectionValues) -> [SettingsProblem] { [] }

    package func make(in surroundings: OutletSurroundings) -> ScreenOutlet {
        let screen = ScreenOutlet(
            device, name: title, options: options, pace: surroundings.pace,
            tell: surroundings.tell)
        if takesKeys {
            ConsoleKeyboard(detail: board.detail, act: surroundings.act).attach(to: screen)
        }
        return screen
    }

    package func writeDetails(of outlet: ScreenOutlet, to writer: inout JSONWriter) {
        writer.member("display", header)
        writer.member("device", device)
        writer.member("redraws", outlet.redraws)
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
