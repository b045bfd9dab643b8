/// How long something has been silent although the host listened: what tells a silence from deaf ears.
struct UnheardTime: Hashable, Sendable {
    /// Whole windows of listening that must have passed in vain, where none lasts as long as the silence.
    static let windowsInVain = 2
    /// A shorter pause is none: the host lends its radio to a call for a moment, and then goes on as before.
    static let shortestPause: Duration = .seconds(2)
    /// A shorter window proves nothing.
    static let shortestWindow: Duration = .seconds(1)

    /// A beacon that is known for falling silent and coming back by itself gets so many times as long at most.
    static let stretchLimit = 6
    /// How often that must have happened, within how long: once is chance.
    static let stretchCount = 2
    static let stretchTime: Duration = .seconds(3 * 3600)

    /// How long a silence must be to count, of something that is heard well.
    var patience: Duration
    /// Whether what comes and goes gets longer than that.
    private let isForgiving: Bool
    /// When it came back from a silence that had lasted for half of that, the latest last: at most `stretchLimit`.
    private var returns: [Duration] = []
    /// When it was heard last since the start; nil where it was not.
    private(set) var last: Duration?
    /// Since when the host has been listening; nil while it does not.
    private var began: Duration?
    /// When it stopped, and for how long it had paused before.
    private var ended: Duration?
    private var pause: Duration = .zero
    /// The window that ended last, while a short pause may still go on.
    private var lastWindow: Window?
    /// When it began to listen for the first time after the last message.
    private var first: Duration?
    /// Whole windows since then.
    private var windows = 0

    private struct Window: Hashable, Sendable {
        let began: Duration
        /// How many whole ones there were before it.
        let earlier: Int
    }

    /// The silence of something that was not heard yet.
    ///
    /// - Parameter began: since when the host has been listening; nil while it does not.
    init(patience: Duration, isForgiving: Bool = false, listeningSince began: Duration? = nil) {
        self.patience = patience
        self.isForgiving = isForgiving
        self.began = began
        first = began
    }

    /// Takes that it was heard.
    mutating func hear(at time: Duration) {
        if isForgiving { learn(at: time) }
        last = time
        first = nil
        windows = 0
    }

    /// Notes whether this message ends a silence that the host has listened to in vain.
    private mutating func learn(at time: Duration) {
        guard let start = last else { return }
        let silent = windows > 0 ? time - start : began.map { time - max($0, start) } ?? .zero
        if silent * 2 >= patience {
            returns.append(time)
            if returns.count > Self.stretchLimit { returns.removeFirst() }
        }
        returns.removeAll { time - $0 > Self.stretchTime || $0 > time }
    }

    /// How long a silence must be to count, of this one.
    private var stretched: Duration {
        returns.count < Self.stretchCount ? patience : patience * returns.count
    }

    /// Takes that the host listens from now on, or no longer.
    mutating func listen(_ isListening: Bool, at time: Duration) {
        isListening ? begin(at: time) : end(at: time)
    }

    private mutating func begin(at time: Duration) {
        guard began == nil else { return }
        began = time
        let paused = ended.map { time - $0 } ?? .zero
        if let lastWindow, paused < Self.shortestPause {
            began = lastWindow.began
            windows = min(windows, lastWindow.earlier)
            return
        }
        // A pause much longer than the one before is none of a cycle: the host was deaf.
        if first == nil || paused > max(patience, pause * 2) {
            first = time
            windows = 0
        }
        pause = paused
    }

    private mutating func end(at time: Duration) {
        guard let start = began else { return }
        (began, ended) = (nil, time)
        lastWindow = Window(began: start, earlier: windows)
        // What began before the last message does not count: it was not in vain.
        if time - start >= Self.shortestWindow, last.map({ start >= $0 }) ?? true { windows += 1 }
    }

    /// Since when the silence counts; nil where the host has not listened yet.
    private var start: Duration? {
        guard let first else { return last }
        // Whoever was deaf for longer than the silence must last begins to count anew.
        guard let last, first - last < patience else { return first }
        return last
    }

    /// Whether it has been silent for long enough.
    func isOver(at time: Duration) -> Bool { end.map { time >= $0 } ?? false }

    /// When it will have been, should nothing else happen before; nil where only a further window tells.
    var end: Duration? {
        guard let start else { return nil }
        if windows >= Self.windowsInVain { return start + stretched }
        return began.map { max($0, start) + stretched }
    }
}
