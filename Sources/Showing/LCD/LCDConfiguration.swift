import Board
package import Control
package import Linux
import Notices
package import Outlets
package import Settings

/// Configuration of a character display driven by LCDd.
package struct LCDConfiguration: OutletConfiguration {
    package static var family: OutletFamily { .display }
    package static var section: Section { LCDKeys.section }

    /// Name in the section header.
    package let name: String
    /// Host of the server (LCDd), by name or address.
    package let host: String
    /// Port of the server.
    package let port: UInt16
    package let options: LCDOptions

    package var whereabouts: String { "\(host):\(port)" }
    /// nil: a server accepts any number of clients.
    package var place: FilePlace? { nil }
    /// The key that names the host.
    package var placeKey: KeyEntry { LCDKeys.host.entry }
    /// Whether quiet hours are in effect now.
    package var isQuiet: Bool { options.board.isQuiet }

    package init(_ section: SectionValues) {
        name = section.name ?? ""
        host = section[LCDKeys.host]
        port = UInt16(clamping: section[LCDKeys.port])
        options = LCDOptions(
            name: section[LCDKeys.name], characters: section[LCDKeys.charset],
            backlight: section[LCDKeys.backlight],
            keys: Dictionary(section[LCDKeys.keys].map { ($0.action, $0.key) }) { $1 },
            mediaKeys: Dictionary(
                section[LCDKeys.mediaKeys].map { ($0.action, $0.key) }
            ) { $1 },
            board: BoardOptions(section))
    }

    /// Returns a problem if an action has two keys, or if a key has two actions at the same time.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        let keys = section[LCDKeys.keys]
        for act in NoticeAction.allCases where keys.count(where: { $0.action == act }) > 1 {
            let words = "has more than one key for \(act.rawValue)"
            return [section.problem(with: LCDKeys.keys, words)]
        }
        let calls = keys.filter { $0.action != .clear }
        if calls.count == 2, calls[0].key == calls[1].key {
            return [section.problem(with: LCDKeys.keys, "has the same key for answer and decline")]
        }
        return mediaProblem(with: section).map {
            [section.problem(with: LCDKeys.mediaKeys, $0)]
        } ?? []
    }

    /// Returns the first problem of the keys for media players; nil if there is none.
    ///
    /// While a call rings, a key may have another meaning.
    private static func mediaProblem(with section: SectionValues) -> String? {
        let keys = section[LCDKeys.mediaKeys]
        for command in MediaCommand.allCases
        where keys.count(where: { $0.action == command }) > 1 {
            return "has more than one key for \(command.rawValue)"
        }
        for (index, key) in keys.enumerated() {
            if let other = keys[..<index].first(where: { $0.key == key.key }) {
                return "has the same key for \(other.action.rawValue) and \(key.action.rawValue)"
            }
            if section[LCDKeys.keys].contains(where: { $0.action == .clear && $0.key == key.key }) {
                return "has the same key for \(key.action.rawValue) as keys for clear"
            }
        }
        return nil
    }

    /// Creates the output, which connects to its server once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        let (act, control) = (surroundings.act, surroundings.control)
        return LCDOutlet(
            title, options: options, pace: surroundings.pace, dial: dial, tell: surroundings.tell,
            act: { act($0, $1) { _ in } }, control: { control($0) { _ in } })
    }

    /// Adds the section, the server, the size if known, and the number of ignored keys to the status.
    package func tell(of outlet: LCDOutlet, in status: inout StatusOutlet) {
        status.display = header
        status.server = whereabouts
        status.columns = outlet.size?.width
        status.rows = outlet.size?.height
        status.ignoredInput = outlet.ignoredInput
    }

    /// Connects to the server; may block for a moment.
    var dial: LCDDial {
        { [host, port] () throws(LCDProblem) in try LCDLine.connect(to: host, port: port) }
    }
}
