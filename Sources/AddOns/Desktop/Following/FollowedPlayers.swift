import Linux
import Notices

/// The media players of all phones, folded from the events of a bridge.
struct FollowedPlayers: Sendable {
    private var players: [PhoneName.Key: FollowedPlayer] = [:]
    /// Players reported since the bridge began to report its current state; nil afterwards.
    private var reported: Set<PhoneName.Key>?
    private var nextTrack: UInt64 = 1
    /// Whether phones were ignored because there are too many.
    private(set) var hasIgnored = false

    /// Prepares for a new report of the current state.
    mutating func begin() {
        reported = []
    }

    /// Removes players that the current state does not contain.
    mutating func catchUp() {
        guard let reported else { return }
        players = players.filter { reported.contains($0.key) }
        self.reported = nil
    }

    /// Removes all players: the bridge is gone.
    mutating func lose() {
        players = [:]
        reported = nil
    }

    /// Applies an event.
    ///
    /// - Parameters:
    ///   - now: monotonic time.
    ///   - wall: the same on the wall clock, by which events are dated.
    mutating func take(_ event: BridgeEvent, at now: Duration, wall: WallTime) {
        switch event {
        case .media(nil, let phone, _), .phone(.disconnected, let phone, _):
            players[phone.key] = nil
        case .media(let media?, let phone, let time):
            // A date may lie in the future, or far in the past, if a clock was set.
            let age = min(max(time.age(at: wall), .zero), .seconds(1_000_000))
            take(media, of: phone, at: now - age)
        case .renamed(let phone, let old, _):
            guard var player = players.removeValue(forKey: phone.formerKey(old)) else { return }
            player.phone = phone
            players[phone.key] = player
            if reported?.remove(phone.formerKey(old)) != nil { reported?.insert(phone.key) }
        case .notice, .phone, .radio, .source, .beacon, .battery, .listed: break
        }
    }

    private mutating func take(_ media: PlayedMedia, of phone: PhoneName, at time: Duration) {
        let key = phone.key
        if players[key] == nil, players.count >= DesktopLimits.players {
            hasIgnored = true
            return
        }
        reported?.insert(key)
        players[key, default: FollowedPlayer(phone, media, at: time, track: nextTrack)]
            .take(media, at: time, next: nextTrack)
        players[key]?.phone = phone
        nextTrack &+= 1
    }

    /// Players that have something to play, in a lasting order.
    var shown: [FollowedPlayer] {
        players.values.filter(\.hasPlayed).sorted {
            MPRIS.word(of: $0.phone) < MPRIS.word(of: $1.phone)
        }
    }
}
