import Board
import JSON
import Linux
import Notices
import Outlets
import Settings

/// A terminal that shows the board.
struct ConsolePlan: OutletPlan {
    static var family: OutletFamily { .display }
    static var section: Section { SettingsSections.console }

    let name: String
    let device: String
    let options: ScreenOptions
    /// Whether its keyboard may do something.
    let takesKeys: Bool

    private var board: BoardOptions { options.board }
    var whereabouts: String { device }
    var place: FilePlace? { FilePlace(device) }
    var placeKey: KeyEntry { SettingsKeys.consoleDevice.entry }
    var isQuiet: Bool { board.isQuiet }

    static func problems(with section: SectionValues) -> [SettingsProblem] { [] }

    func make(in surroundings: OutletSurroundings) -> ScreenOutlet {
        let screen = ScreenOutlet(
            device, name: title, options: options, pace: surroundings.pace,
            tell: surroundings.tell)
        if takesKeys {
            ConsoleKeyboard(detail: board.detail, act: surroundings.act).attach(to: screen)
        }
        return screen
    }

    func writeDetails(of outlet: ScreenOutlet, to writer: inout JSONWriter) {
        writer.member("display", header)
        writer.member("device", device)
        writer.member("redraws", outlet.redraws)
    }

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
