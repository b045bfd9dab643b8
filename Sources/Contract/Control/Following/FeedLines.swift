import Contract
package import Formats
import JSON
package import Linux
import Notices

/// The lines in which the program that reads a central database tells another one what it sees.
package enum FeedLines {
    /// Events are written as on the bridge's control socket.
    package static let format = JSONFormat(showsSource: false)

    static let begun = "begun"
    static let bridges = "bridges"
    static let centre = "centre"

    /// The line; nothing for what has none.
    package static func line(of news: BridgeNews, at now: WallTime) -> [UInt8] {
        switch news {
        case .begun: line(begun, now) { _ in }
        case .event(let event, _): format.lines(for: event, columns: nil)
        case .caughtUp: ControlLines.caughtUp(at: now.timestamp)
        case .bridges(let bridges):
            line(Self.bridges, now) {
                $0.objects(Self.bridges, bridges) { $1.writeFields(to: &$0) }
            }
        case .centreLost(let words):
            line(centre, now) { writer in
                writer.member("state", "gone")
                writer.member("words", words)
            }
        case .leftOut, .status, .lost: []
        }
    }

    private static func line(
        _ event: String, _ now: WallTime, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("v", ControlLines.version)
            writer.member("event", event)
            writer.member("at", now.timestamp)
            members(&writer)
        }
    }
}
