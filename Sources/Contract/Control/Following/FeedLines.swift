package import Formats
import JSON
package import Linux
import Notices

/// Line format in which the reader of a central database reports to another process.
package enum FeedLines {
    /// Format of events, the same as on the control socket.
    package static let format = JSONFormat(showsSource: false)

    static let begun = "begun"
    static let bridges = "bridges"
    static let central = "centre"

    /// Returns the line of a news item; empty if it has none.
    package static func line(of news: BridgeNews, at now: WallTime) -> [UInt8] {
        switch news {
        case .begun: line(begun, now) { _ in }
        case .event(let event, _): format.lines(for: event, columns: nil)
        case .caughtUp: ControlLines.caughtUp(at: now.timestamp)
        case .bridges(let bridges):
            line(Self.bridges, now) {
                $0.objects(Self.bridges, bridges) { $1.writeFields(to: &$0) }
            }
        case .centralLost(let words):
            line(central, now) { writer in
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
