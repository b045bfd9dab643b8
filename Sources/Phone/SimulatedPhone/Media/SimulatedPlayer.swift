/// Player of a simulated phone: a queue of tracks, and a position that moves with time.
struct SimulatedPlayer: Sendable {
    /// A track of the queue.
    struct Track: Sendable {
        var title: [UInt8] = []
        var artist: [UInt8] = []
        var album: [UInt8] = []
        /// Length of the track; nil if unknown, as of a radio station.
        var duration: Duration?
    }

    /// State of playback, as on the wire.
    enum State: UInt8, Sendable {
        case paused = 0
        case playing = 1
        case rewinding = 2
        case fastForwarding = 3
    }

    /// Mode of the queue, as on the wire.
    enum Mode: UInt8, Sendable {
        case off = 0
        case one = 1
        case all = 2

        /// Mode after this one, in the order of the player's button.
        var next: Mode {
            switch self {
            case .off: .all
            case .all: .one
            case .one: .off
            }
        }
    }

    /// Maximum number of tracks that end while nothing watches the player; further time is skipped.
    private static let skippedTracks = 1_000
    /// Speed while seeking.
    private static let seekingSpeed = 4.0

    var name = Array("Music".utf8)
    var bundle = Array("com.apple.Music".utf8)
    var commands = Command.allCases
    var volume = 0.5
    var shuffle = Mode.off
    var repetition = Mode.off
    private(set) var state = State.paused
    private(set) var queue: [Track] = []
    private(set) var index = 0
    /// Speed while playing.
    private var rate = 1.0
    /// Position in the track at a time.
    private var position = Duration.zero
    private var positionTime: Duration

    /// Creates a paused player with an empty queue.
    init(at time: Duration) {
        positionTime = time
    }

    /// Current track; nil if the queue is empty.
    var track: Track? { queue.indices.contains(index) ? queue[index] : nil }

    /// Speed at which the position moves.
    var speed: Double {
        switch state {
        case .paused: 0
        case .playing: rate
        case .rewinding: -Self.seekingSpeed
        case .fastForwarding: Self.seekingSpeed
        }
    }

    /// Returns the position in the track at a time.
    func elapsed(at time: Duration) -> Duration {
        max(.zero, position + (time - positionTime) * speed)
    }

    /// Time at which the current track ends; nil if that is not to be expected.
    var trackEnd: Duration? {
        guard let duration = track?.duration, speed > 0 else { return nil }
        return positionTime + max(.zero, duration - position) / speed
    }

    /// Ends all tracks that are over at a time.
    mutating func advance(to time: Duration) {
        for _ in 0..<Self.skippedTracks {
            guard let end = trackEnd, end <= time else { return }
            endTrack(at: end)
        }
        positionTime = time
    }

    mutating func seek(to position: Duration, at time: Duration) {
        self.position = position
        positionTime = time
    }

    /// Changes state and speed of playing; the position stays.
    mutating func change(to state: State, rate: Double? = nil, at time: Duration) {
        seek(to: elapsed(at: time), at: time)
        self.state = state
        if let rate { self.rate = rate }
    }

    /// Replaces the queue, and begins with its first track.
    mutating func load(_ queue: [Track], at time: Duration) {
        self.queue = queue
        start(0, at: time)
    }

    /// Begins with a track of the queue.
    mutating func start(_ index: Int, at time: Duration) {
        self.index = queue.isEmpty ? 0 : index % queue.count
        seek(to: .zero, at: time)
    }

    /// Begins with the next track; after the last one, the player pauses at the first unless it
    /// repeats.
    mutating func next(at time: Duration) {
        let isLast = index + 1 >= queue.count
        start(isLast ? 0 : index + 1, at: time)
        if isLast, repetition == .off { change(to: .paused, at: time) }
    }

    /// Ends the track as if it had been played to its end.
    mutating func endTrack(at time: Duration) {
        if repetition == .one { seek(to: .zero, at: time) } else { next(at: time) }
    }
}
