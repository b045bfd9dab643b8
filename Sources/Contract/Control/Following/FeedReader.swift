import Contract
import Formats
import JSON

/// Reads what the program that reads a central database writes.
package struct FeedReader {
    /// Bridges that are shown; if there are more, those in trouble come first.
    package static let bridgeLimit = 160
    private static let nameLimit = 200

    /// What was written is no feed.
    package struct Fault: Error {}

    private var input = LineSplitter(limit: ControlLimits.eventLine)
    private var phase = NewsPhase()

    package init() {}

    /// Another feed begins, whatever the last one had not finished.
    package mutating func beginAgain() {
        input = LineSplitter(limit: ControlLimits.eventLine)
        phase.end()
    }

    /// Takes what was written.
    package mutating func append(_ bytes: [UInt8]) {
        input.append(bytes)
    }

    /// What is next in it; nil until a line is whole.
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
        case FeedLines.centre:
            phase.end()
            return .centreLost(value.text("words") ?? "the centre is not there")
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
