import Control
import Formats
import JSON
import Linux
import Notices

/// A line of the feed of a centre.
enum FeedLine: Hashable, Sendable {
    /// A bridge, as whoever shows it has it.
    struct Bridge: Hashable, Sendable {
        /// The site and the name.
        let name: String
        /// How it is.
        let words: String
        /// Whether it has been silent for too long.
        let isTrouble: Bool

        /// - Parameter alarm: after how long silence is trouble.
        init(_ bridge: CentreBridge, alarm: Duration) {
            name = bridge.place
            words = bridge.absence(alarm: alarm) ?? "here"
            isTrouble = bridge.isSilent(for: alarm)
        }
    }

    /// What follows tells all that holds, whatever was told before.
    case begun
    /// What holds, or has happened.
    case event(BoardEvent)
    /// All that holds was told; what follows is news.
    case caughtUp
    /// How the bridges are, each of them.
    case bridges([Bridge])
    /// The centre is not there, and why; it is tried again.
    case gone(String)

    /// How events are written, as the bridge's control socket has them.
    static let format = JSONFormat(showsSource: false)

    /// The line; nothing for an event that has none.
    func bytes(at now: WallTime) -> [UInt8] {
        switch self {
        case .begun: Self.line("begun", now) { _ in }
        case .event(let event): Self.format.lines(for: event, columns: nil)
        case .caughtUp: ControlLines.caughtUp(at: now.timestamp)
        case .bridges(let bridges):
            Self.line("bridges", now) { writer in
                writer.objects("bridges", bridges) { writer, bridge in
                    writer.member("name", bridge.name)
                    writer.member("words", bridge.words)
                    writer.member("trouble", bridge.isTrouble)
                }
            }
        case .gone(let words):
            Self.line("centre", now) { writer in
                writer.member("state", "gone")
                writer.member("words", words)
            }
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
