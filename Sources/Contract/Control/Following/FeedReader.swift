import Formats
import JSON

/// Parser of the lines written by the reader of a central database.
package struct FeedReader {
    /// Maximum number of bridges shown; beyond that, bridges in trouble take precedence.
    package static let bridgeLimit = 160
    private static let nameLimit = 200

    /// Error for output that is not a valid feed.
    package struct Fault: Error {}

    private var input = LineSplitter(limit: ControlLimits.eventLine)
    private var phase = NewsPhase()

    package init() {}

    /// Resets the parser for a new feed, discarding an incomplete line.
    package mutating func beginAgain() {
        input = LineSplitter(limit: ControlLimits.eventLine)
        phase.end()
    }

    /// Adds received bytes.
    package mutating func append(_ bytes: [UInt8]) {
        input.append(bytes)
    }

    /// Returns the next news item; nil until a line is complete.
    package mutating func next() throws(Fault) -> BridgeNews? {
        while true {
            switch input.next() {
            case .incomplete: return nil
            case .tooLong: throw Fault()
            case .line(let line):
                guard let value = try? JSONValue(parsing: line), let event = value.text("event")
                else { throw Fault() }
                if let news = news(event, value) { return news }
            }
        }
    }

    private mutating func news(_ event: String, _ value: JSONValue) -> BridgeNews? {
        switch event {
        case FeedLines.begun:
            phase.begin()
            return .begun
        case ControlLines.caughtUp:
            phase.end()
            return .caughtUp
        case FeedLines.bridges: return .bridges(Self.bridges(value.list(FeedLines.bridges)))
        case FeedLines.central:
            phase.end()
            return .centralLost(value.text("words") ?? "the central database cannot be reached")
        default:
            // An event that cannot be read is of a later version.
            guard let event = try? EventReader.event(value) else { return nil }
            return .event(event, news: phase.news(in: event))
        }
    }

    private static func bridges(_ list: [JSONValue]) -> [FollowedBridge] {
        let all = list.map { value in
            var bridge = FollowedBridge(gently: value)
            bridge.name = String(bridge.name.prefix(nameLimit))
            bridge.words = String(bridge.words.prefix(nameLimit))
            return bridge
        }
        guard all.count > bridgeLimit else { return all }
        return Array((all.filter(\.isTrouble) + all.filter { !$0.isTrouble }).prefix(bridgeLimit))
    }
}
