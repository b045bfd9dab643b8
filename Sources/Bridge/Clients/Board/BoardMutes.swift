import Control
import Formats
import Linux
import Notices
import Screen

/// Mute requests of the user of a board, and their outcomes.
@LoopActor
enum BoardMutes {
    static func perform(
        _ app: String, _ time: BoardAction.MuteTime, through link: BridgeFollower
    ) async -> String {
        do throws(AskFailure) {
            guard let request = request(app, time, now: .now) else {
                return sentence(try await link.ask(UnmuteRequest(app: app)).value)
            }
            return sentence(try await link.ask(request).value, now: .now)
        } catch {
            return error.sentence
        }
    }

    /// Returns the request for the bridge; nil for unmuting.
    nonisolated static func request(
        _ app: String, _ time: BoardAction.MuteTime, now: WallTime
    ) -> MuteRequest? {
        switch time {
        case .hours(let count): return MuteRequest(app: app, seconds: count * 3_600)
        case .today: return MuteRequest(app: app, until: now.nextMidnight.timestamp)
        case .ended: return nil
        }
    }

    /// Returns a sentence about the muted app and the end of the mute.
    nonisolated static func sentence(_ answer: MuteAnswer, now: WallTime) -> String {
        "\(MutePage.name(answer.mute)) is muted \(MutePage.end(answer.mute, now: now))"
    }

    /// Returns a sentence about unmuted apps.
    nonisolated static func sentence(_ answer: UnmuteAnswer) -> String {
        let names = answer.unmuted.map(MutePage.name)
        return names.isEmpty
            ? "it was not muted" : "\(names.joined(separator: ", ")) is no longer muted"
    }
}
