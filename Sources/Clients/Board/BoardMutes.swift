import Contract
import Control
import Following
import Formats
import JSON
import Linux
import Notices
import Screen

/// Mutes an app for a person at a board, and says what became of it.
@LoopActor
enum BoardMutes {
    static func perform(
        _ app: String, _ time: BoardWish.MuteTime, through link: BridgeLink,
        _ say: @escaping @LoopActor (String) -> Void
    ) {
        link.ask(request(app, time, now: .now)) { result in
            switch result {
            case .success(let reply):
                switch reply.outcome {
                case .done(let value): say(sentence(value, now: .now))
                case .refused(let refusal): say(refusal.sentence)
                }
            case .failure(let failure): say("\(failure)")
            }
        }
    }

    /// What the bridge is asked for.
    nonisolated static func request(
        _ app: String, _ time: BoardWish.MuteTime, now: WallTime
    ) -> any ControlRequest {
        switch time {
        case .hours(let count): return MuteRequest(app: app, seconds: count * 3_600)
        case .today:
            // However long the day is.
            let tomorrow = now.midnight.advanced(by: .seconds(36 * 3_600)).midnight
            return MuteRequest(app: app, until: tomorrow.timestamp)
        case .ended: return UnmuteRequest(app: app)
        }
    }

    /// What the bridge has done.
    nonisolated static func sentence(_ value: JSONValue, now: WallTime) -> String {
        if value["unmuted"] != nil {
            let names = value.list("unmuted").map { MutePage.name($0) }
            return names.isEmpty
                ? "it was not muted" : "\(names.joined(separator: ", ")) is no longer muted"
        }
        return "\(MutePage.name(value)) is muted \(MutePage.end(value, now: now))"
    }
}
