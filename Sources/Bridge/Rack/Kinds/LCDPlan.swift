import Board
import JSON
import Linux
import Outlets
import Settings

/// A character display behind LCDd.
struct LCDPlan: OutletPlan {
    static var family: OutletFamily { .display }
    static var section: Section { SettingsSections.lcd }

    let name: String
    let host: String
    let port: UInt16
    let options: LCDOptions

    var whereabouts: String { "\(host):\(port)" }
    /// A server has room for any number of clients.
    var place: FilePlace? { nil }
    var placeKey: KeyEntry { SettingsKeys.lcdHost.entry }
    var isQuiet: Bool { options.board.isQuiet }

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
    private static func problem(with section: SectionValues) -> SettingsProblem? {
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

    static func problems(with section: SectionValues) -> [SettingsProblem] {
        problem(with: section).map { [$0] } ?? []
    }

    func make(in surroundings: OutletSurroundings) -> LCDOutlet {
        let act = surroundings.act
        return LCDOutlet(
            title, options: options, pace: surroundings.pace, dial: dial, tell: surroundings.tell
        ) {
            act($0, $1) { _ in }
        }
    }

    func writeDetails(of outlet: LCDOutlet, to writer: inout JSONWriter) {
        writer.member("display", header)
        writer.member("server", whereabouts)
        if let size = outlet.size {
            writer.member("columns", size.width)
            writer.member("rows", size.height)
        }
        writer.member("ignored_input", outlet.ignoredInput)
    }

    /// Connects to the server; may wait for a moment.
    var dial: LCDDial {
        { [host, port] () throws(LCDProblem) in try LCDLine.connect(to: host, port: port) }
    }
}
