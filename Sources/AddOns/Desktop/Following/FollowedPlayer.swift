import Notices

/// The media player of a phone, as last reported.
struct FollowedPlayer: Hashable, Sendable {
    var phone: PhoneName
    private(set) var media: PlayedMedia
    /// Monotonic time at which the position of `media` was right.
    private(set) var time: Duration
    /// Number of the track, which changes with the track.
    private(set) var track: UInt64
    /// Whether there has been something to play since the player appeared.
    private(set) var hasPlayed: Bool

    /// - Parameter track: number of its first track.
    init(_ phone: PhoneName, _ media: PlayedMedia, at time: Duration, track: UInt64) {
        self.phone = phone
        self.media = media
        self.time = time
        self.track = track
        hasPlayed = media.hasSomethingToPlay
    }

    /// Applies a report.
    ///
    /// - Parameter next: number of the track if it is another one.
    mutating func take(_ new: PlayedMedia, at time: Duration, next: UInt64) {
        if !new.isOnSameTrack(as: media) { track = next }
        media = new
        self.time = time
        // A player that is between two tracks for a moment does not disappear.
        hasPlayed = hasPlayed || new.hasSomethingToPlay
    }

    /// Returns the position in the track; nil if it is unknown.
    func position(at now: Duration) -> Duration? { media.position(after: now - time) }

    /// Returns the new position if it differs from the one that listeners compute from the earlier report.
    func jump(from old: FollowedPlayer, at now: Duration) -> Duration? {
        guard let new = position(at: now) else { return nil }
        let expected = old.track == track ? old.position(at: now) ?? .zero : .zero
        return max(new, expected) - min(new, expected) > DesktopLimits.jump ? new : nil
    }
}

extension PlayedMedia {
    /// Whether the player plays, or has a track that it could play.
    fileprivate var hasSomethingToPlay: Bool {
        isRunning || [title, artist, album].contains { !($0?.isEmpty ?? true) }
    }

    /// Whether the track moves.
    var isRunning: Bool {
        switch state {
        case .playing, .rewinding, .fastForwarding: true
        case .paused, nil: false
        }
    }

    /// Whether a later report is about the same track.
    ///
    /// A text that was unknown may follow later.
    fileprivate func isOnSameTrack(as old: PlayedMedia) -> Bool {
        func agrees<Value: Equatable>(_ new: Value?, _ old: Value?) -> Bool {
            old == nil || new == old
        }
        return agrees(title, old.title) && agrees(artist, old.artist) && agrees(album, old.album)
            && agrees(appID, old.appID) && agrees(queueIndex, old.queueIndex)
    }
}
