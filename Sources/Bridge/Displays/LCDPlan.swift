import Board
import Linux
import Outlets
import Settings

/// A character display behind LCDd.
struct LCDPlan: DisplayPlan {
    typealias Planned = LCDOutlet

    static var section: Section { SettingsSections.lcd }

    let name: String
    let host: String
    let port: UInt16
    let options: LCDOptions

    var board: BoardOptions { options.board }
    var whereabouts: String { "\(host):\(port)" }
    /// A server has room for any number of clients.
    var place: FilePlace? { nil }

    init(_ section: SectionValues) {
        name = section.name ?? ""
        host = section[SettingsKeys.lcdHost]
        port = UInt16(clamping: section[SettingsKeys.lcdPort])
        options = LCDOptions(
            name: section[SettingsKeys.lcdName], characters: section[SettingsKeys.lcdCharset],
            backlight: section[SettingsKeys.backlight],
            keys: Dictionary(section[SettingsKeys.lcdKeys].map { ($0.act, $0.key) }) { $1 },
            board: BoardOptions(section))
    }

    /// What is wrong with its section that only all of it shows.
    static func problem(with section: SectionValues) -> SettingsProblem? {
        let keys = section[SettingsKeys.lcdKeys]
        for act in DeviceAct.allCases where keys.count(where: { $0.act == act }) > 1 {
            return section.problem(
                with: SettingsKeys.lcdKeys, "has more than one key for \(act.rawValue)")
        }
        let calls = keys.filter { $0.act != .clear }
        guard calls.count == 2, calls[0].key == calls[1].key else { return nil }
        return section.problem(
            with: SettingsKeys.lcdKeys, "has one key for answer and decline")
    }

    /// Connects to the server; may wait for a moment.
    var dial: LCDDial {
        { [host, port] () throws(LCDProblem) in try LCDLine.connect(to: host, port: port) }
    }
}
