import DBus
import Notices

/// Properties of a player on the bus, made from what its phone reports.
///
/// The position is not among them: it is computed for each read.
struct PlayerProperties: Hashable {
    /// Volume of a phone that does not report it.
    private static let unknownVolume = 1.0

    private let player: FollowedPlayer
    /// Whether the user may control the phone.
    private let mayAct: Bool

    init(_ player: FollowedPlayer, mayAct: Bool) {
        self.player = player
        self.mayAct = mayAct
    }

    private var media: PlayedMedia { player.media }

    /// Properties of the program.
    var root: [String: BusValue] {
        [
            "CanQuit": .bool(false), "CanRaise": .bool(false), "HasTrackList": .bool(false),
            "Identity": .string(MPRIS.identity(of: player.phone)),
            "DesktopEntry": .string("callboard-desktop"),
            "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
        ]
    }

    /// Properties of the player; nil for one that is absent, since the phone does not report it.
    var all: [String: BusValue?] {
        let rate = Self.rate(of: media)
        return [
            "PlaybackStatus": .string(status),
            "LoopStatus": media.repeatMode.map { .string(LoopStatus($0).rawValue) },
            "Shuffle": media.shuffleMode.map { .bool($0 != .off) },
            "Rate": .double(rate), "MinimumRate": .double(min(rate, 1)),
            "MaximumRate": .double(max(rate, 1)),
            "Metadata": .dictionary(metadata),
            "Volume": .double(media.volume.map { min(max($0, 0), 1) } ?? Self.unknownVolume),
            "CanGoNext": can(.next), "CanGoPrevious": can(.previous), "CanPlay": can(.play),
            "CanPause": can(.pause), "CanSeek": .bool(false), "CanControl": .bool(mayAct),
        ]
    }

    private func can(_ method: PlayerMethod) -> BusValue {
        .bool(mayAct && method.isPossible(media))
    }

    private var status: String {
        switch media.state {
        case .playing, .rewinding, .fastForwarding: "Playing"
        case .paused: "Paused"
        case nil: "Stopped"
        }
    }

    /// The rate of a running track; 1 for any other, since 0 is not allowed.
    private static func rate(of media: PlayedMedia) -> Double {
        media.rate.isFinite && media.rate != 0 ? min(max(media.rate, -100), 100) : 1
    }

    private var metadata: [String: BusValue] {
        var data: [String: BusValue] = [:]
        if let title = MPRIS.text(media.title) { data["xesam:title"] = .string(title) }
        if let artist = MPRIS.text(media.artist) { data["xesam:artist"] = .strings([artist]) }
        if let album = MPRIS.text(media.album) { data["xesam:album"] = .string(album) }
        let hasTrack = !data.isEmpty
        data["mpris:trackid"] = .path(
            hasTrack ? MPRIS.path(of: player.track, on: player.phone) : MPRIS.noTrack)
        if hasTrack, let duration = media.duration, duration > .zero {
            data["mpris:length"] = .int64(duration.microseconds)
        }
        return data
    }
}

/// Values of the property `LoopStatus`.
enum LoopStatus: String, CaseIterable {
    case none = "None"
    case track = "Track"
    case playlist = "Playlist"

    init(_ mode: PlayedMedia.Mode) {
        self =
            switch mode {
            case .off: .none
            case .one: .track
            case .all: .playlist
            }
    }

    /// The mode of the phone.
    var mode: PlayedMedia.Mode {
        switch self {
        case .none: .off
        case .track: .one
        case .playlist: .all
        }
    }
}

extension Duration {
    /// Whole microseconds, as the bus counts positions; at most a million seconds in either direction.
    var microseconds: Int64 {
        let limit = Duration.seconds(1_000_000)
        let (seconds, attoseconds) = min(max(self, .zero - limit), limit).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
