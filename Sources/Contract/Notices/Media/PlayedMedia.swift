/// What a phone's media player plays, at the time of the event that reports it; nil stands for
/// unknown.
package struct PlayedMedia: Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        case paused
        case playing
        case rewinding
        case fastForwarding = "fast_forwarding"

        /// The state for people.
        package var words: String {
            switch self {
            case .paused: "paused"
            case .playing: "playing"
            case .rewinding: "rewinding"
            case .fastForwarding: "fast forwarding"
            }
        }
    }

    /// Shuffle or repeat mode.
    package enum Mode: String, CaseIterable, Hashable, Sendable {
        case off
        /// This track alone.
        case one
        case all
    }

    /// Name of the app that plays, in the language of the phone.
    package var player: Text?
    /// Bundle identifier of that app.
    package var appID: Text?
    package var state: State?
    package var title: Text?
    package var artist: Text?
    package var album: Text?
    /// Position in the track, which runs on with `rate`.
    package var position: Duration?
    /// Length of the track.
    package var duration: Duration?
    /// Seconds of the track that are played in a second; 0 while it is paused.
    package var rate: Double = 0
    /// Volume from 0 to 1.
    package var volume: Double?
    /// Number of the track in the queue, from 0, and length of the queue.
    package var queueIndex: Int?
    package var queueCount: Int?
    package var shuffleMode: Mode?
    package var repeatMode: Mode?
    /// Commands that the player accepts.
    package var commands: [MediaCommand] = []

    package init() {}

    /// The same without texts that tell what is played.
    package var withoutTexts: PlayedMedia {
        var media = self
        (media.player, media.appID) = (nil, nil)
        (media.title, media.artist, media.album) = (nil, nil, nil)
        return media
    }

    /// Returns the position after some time, within the track; nil if it is unknown.
    package func position(after time: Duration) -> Duration? {
        guard let position else { return nil }
        // A position of the phone and a duration of a clock that was set can have any value.
        let seconds = min(max(time / .seconds(1), 0), 1e9) * min(max(rate, -100), 100)
        let moved = position + .seconds(seconds)
        return min(max(moved, .zero), duration ?? .seconds(1_000_000))
    }

    /// Whether the player moves in a track.
    package var isPlaying: Bool {
        switch state {
        case .playing, .rewinding, .fastForwarding: true
        case .paused, nil: false
        }
    }

    /// Title and artist as far as they are known, or the name of the player; empty if nothing is
    /// known.
    package var captions: [String] {
        let parts = [title, artist].compactMap { $0?.cleaned() }.filter { !$0.isEmpty }
        if !parts.isEmpty { return parts }
        return [player?.cleaned() ?? ""].filter { !$0.isEmpty }
    }

    /// The captions in one text; nil if nothing is known.
    package var words: String? {
        let captions = captions
        return captions.isEmpty ? nil : captions.joined(separator: " – ")
    }
}
