/// State of a phone's media player; nil stands for a value that is unknown or empty.
///
/// Texts are the exact bytes of the phone, up to a limit, and not cleaned.
package struct MediaState: Hashable, Sendable {
    /// Name of the app that plays, in the phone's language.
    package var playerName: [UInt8]?
    /// Bundle identifier of the app that plays.
    package var bundleIdentifier: [UInt8]?
    package var playback: PlaybackState?
    /// Playback rate, of which 1 is the normal one.
    package var rate: Double?
    /// Last reported position, which runs on with `speed`.
    package var position: MediaPosition?
    /// Volume from 0 to 1.
    package var volume: Double?
    /// Number of the track in the queue, from 0.
    package var queueIndex: Int?
    package var queueCount: Int?
    package var shuffleMode: MediaMode?
    package var repeatMode: MediaMode?
    package var artist: [UInt8]?
    package var album: [UInt8]?
    package var title: [UInt8]?
    /// Length of the track.
    package var duration: Duration?
    /// Commands that the player supports.
    package var commands: Set<MediaCommandID>?

    package init() {}

    /// Whether nothing is known of a player, except for commands.
    package var isEmpty: Bool {
        var others = MediaState()
        others.commands = commands
        return self == others
    }

    /// Seconds by which the position moves in a second.
    package var speed: Double {
        switch playback {
        // Some players report a rate even then.
        case .paused: 0
        case .playing: rate ?? 1
        default: rate ?? 0
        }
    }

    /// Returns the position at a time, within the track; nil if it is unknown.
    package func position(at now: Duration) -> Duration? {
        guard let position else { return nil }
        let end = duration ?? MediaLimits.time
        let limit = MediaLimits.time.inSeconds
        let moved = max(now - position.received, .zero).inSeconds * speed
        let current = position.elapsed + .seconds(min(max(moved, -limit), limit))
        return min(max(current, .zero), end)
    }
}

/// Position in a track, and when it was that.
package struct MediaPosition: Hashable, Sendable {
    package let elapsed: Duration
    /// Monotonic time at which the phone reported the position.
    package let received: Duration

    package init(_ elapsed: Duration, received: Duration) {
        self.elapsed = elapsed
        self.received = received
    }
}
