import Board
package import Contract
package import Linux
import Notices
package import Outlets
package import Settings

/// A character display behind LCDd.
package struct LCDConfiguration: OutletConfiguration {
    /// It is a display.
    package static var family: OutletFamily { .display }
    /// The sections `[lcd NAME]`.
    package static var section: Section { LCDKeys.section }

    /// The name in its section's header.
    package let name: String
    /// The host of the server (LCDd), by name or address.
    package let host: String
    /// The port at which that server listens.
    package let port: UInt16
    /// How the display is used.
    package let options: LCDOptions

    /// The server's host and port.
    package var whereabouts: String { "\(host):\(port)" }
    /// A server has room for any number of clients.
    package var place: FilePlace? { nil }
    /// The key that names the host.
    package var placeKey: KeyEntry { LCDKeys.host.entry }
    /// Whether quiet hours hold now.
    package var isQuiet: Bool { options.board.isQuiet }

    /// Takes a section whose values are right.
    package init(_ section: SectionValues) {
        name = section.name ?? ""
        host = section[LCDKeys.host]
        port = UInt16(clamping: section[LCDKeys.port])
        options = LCDOptions(
            name: section[LCDKeys.name], characters: section[LCDKeys.charset],
            backlight: section[LCDKeys.backlight],
            keys: Dictionary(section[LCDKeys.keys].map { ($0.act, $0.key) }) { $1 },
            board: BoardOptions(section))
    }

    /// A key of the display that would do two things, or an act with two keys.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        let keys = section[LCDKeys.keys]
        for act in NoticeAction.allCases where keys.count(where: { $0.act == act }) > 1 {
            let words = "has more than one key for \(act.rawValue)"
            return [section.problem(with: LCDKeys.keys, words)]
        }
        let calls = keys.filter { $0.act != .clear }
        guard calls.count == 2, calls[0].key == calls[1].key else { return [] }
        return [section.problem(with: LCDKeys.keys, "has one key for answer and decline")]
    }

    /// Makes the outlet, which asks the network for its server once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        let act = surroundings.act
        return LCDOutlet(
            title, options: options, pace: surroundings.pace, dial: dial, tell: surroundings.tell
        ) {
            act($0, $1) { _ in }
        }
    }

    /// Tells its section, its server, and its size while that is known.
    package func tell(of outlet: LCDOutlet, in status: inout StatusOutlet) {
        status.display = header
        status.server = whereabouts
        status.columns = outlet.size?.width
        status.rows = outlet.size?.height
        status.ignoredInput = outlet.ignoredInput
    }

    /// Connects to the server; may wait for a moment.
    var dial: LCDDial {
        { [host, port] () throws(LCDProblem) in try LCDLine.connect(to: host, port: port) }
    }
}
