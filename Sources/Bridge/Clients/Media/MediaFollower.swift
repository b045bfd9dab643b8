import Bridge
import Commands
import Configuration
import Control
import Linux
import Notices

/// Session that prints each change of the media players until a signal, or until the bridge is gone.
@LoopActor
struct MediaFollower {
    private let path: String
    private let phone: String?
    private let isJSON: Bool
    private let mailbox = Mailbox<BridgeNews>()

    /// Follows the players on the calling thread.
    nonisolated static func run(_ path: String, _ phone: String?, isJSON: Bool) -> ExitStatus {
        CommandEnd.run { () throws(CommandEnd) in
            await MediaFollower(path: path, phone: phone, isJSON: isJSON).watch()
        }
    }

    private init(path: String, phone: String?, isJSON: Bool) {
        self.path = path
        self.phone = phone
        self.isJSON = isJSON
    }

    private func watch() async -> CommandEnd {
        // Unlike a board, no printed line becomes wrong if the bridge hangs, and a track that plays
        // on should not wake the bridge.
        let follower = BridgeFollower(
            path: path, recent: 0, TailRequest(), renews: false, check: nil
        ) { [mailbox] in mailbox.post($0) }
        defer { follower.stop() }
        while let news = await mailbox.next() {
            switch news {
            case .event(.media(let media, let phone, let time), _):
                guard phone.isMeant(by: self.phone) else { continue }
                let line = MediaLine(phone, media, at: time).text(isJSON: isJSON, now: .now)
                let status = Messages.print(line)
                if status != .success { return CommandEnd(status) }
            case .lost(let failure):
                let status = failure == .stopped ? ExitStatus.success : failure.status
                return CommandEnd(status, "\(failure)")
            case .begun, .event, .caughtUp, .status, .bridges, .centralLost, .leftOut: continue
            }
        }
        return CommandEnd(.success)
    }
}
