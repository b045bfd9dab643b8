import Board
import Linux
import Notices
import Outlets
import Settings

/// A terminal that shows the board.
struct ConsolePlan: DisplayPlan {
    typealias Planned = ScreenOutlet

    static var section: Section { SettingsSections.console }

    let name: String
    let device: String
    let options: ScreenOptions
    /// Whether its keyboard may do something.
    let takesKeys: Bool

    var board: BoardOptions { options.board }
    var whereabouts: String { device }
    var place: FilePlace? { FilePlace(device) }

    init(_ section: SectionValues) {
        name = section.name ?? ""
        device = section[SettingsKeys.consoleDevice]
        takesKeys = section[SettingsKeys.takesKeys]
        options = ScreenOptions(
            board: BoardOptions(section), isUTF8: section[SettingsKeys.isUTF8] == .utf8,
            isColored: section[SettingsKeys.isColored],
            nightHours: section[SettingsKeys.night].map { Hours($0) },
            blankAfter: section[SettingsKeys.blankAfter])
    }
}
