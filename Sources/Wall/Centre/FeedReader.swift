import Contract
import Control
import Following
import Formats
import JSON
import Notices

/// Makes news of what a centre's feed writes.
struct FeedReader {
    /// Bridges that are shown; where there are more, those in trouble come first.
    static let bridgeLimit = 160
    private static let nameLimit = 200

    /// What was written is no feed.
    struct Fault: Error {}

    private var input = LineSplitter(limit: ControlLimits.eventLine)
    private var phase = NewsPhase()

    /// Another feed begins, whatever the last one had not finished.
    mutating func beginAnew() {
        input = LineSplitter(limit: ControlLimits.eventLine)
        phase.end()
    }

    /// Takes what was written.
    mutating func append(_ bytes: [UInt8]) {
        input.append(bytes)
    }

    /// What is next in it; nil where nothing whole is.
    mutating func next() throws(Fault) -> WallNews? {
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

    private mutating func news(_ event: String, _ value: JSONValue) -> WallNews? {
        switch event {
        case "begun":
            phase.begin()
            return .begun
        case ControlLines.caughtUp:
            phase.end()
            return .caughtUp
        case "bridges": return .bridges(Self.bridges(value.list("bridges")))
        case "centre":
            phase.end()
            return .lost(
                value.text("words") ?? "the centre is not there", sentence: WallNews.noCentre)
        default:
            // An event that cannot be read is of a later version.
            guard let event = try? EventReader.event(value) else { return nil }
            return .event(event, news: phase.news(in: event))
        }
    }

    private static func bridges(_ list: [JSONValue]) -> [WallPicture.Bridge] {
        let all = list.map { value in
            let isTrouble = if case .bool(true) = value["trouble"]?.content { true } else { false }
            return WallPicture.Bridge(
                name: String((value.text("name") ?? "").prefix(nameLimit)),
                words: String((value.text("words") ?? "").prefix(nameLimit)),
                isTrouble: isTrouble)
        }
        guard all.count > bridgeLimit else { return all }
        return Array((all.filter(\.isTrouble) + all.filter { !$0.isTrouble }).prefix(bridgeLimit))
    }
}
