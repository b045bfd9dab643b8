/// Measures silence during which the host listened, as opposed to silence because it did not.
struct UnheardTime: Hashable, Sendable {
    /// Complete listening windows without a message that are required if each is shorter than the required silence.
    static let windowsInVain = 2
    /// Shortest pause that ends a window; shorter ones occur when the radio yields to a call.
    static let shortestPause: Duration = .seconds(2)
    /// Shortest window that counts.
    static let shortestWindow: Duration = .seconds(1)

    /// Maximum factor by which the patience grows for a beacon known to fall silent and return.
    static let stretchLimit = 6
    /// Number of such returns, and the time within which they count; a single one may be chance.
    static let stretchCount = 2
    static let stretchTime: Duration = .seconds(3 * 3600)

    /// Silence that is required of a beacon with good reception.
    var patience: Duration
    /// Whether the patience grows for a beacon that often falls silent.
    private let isForgiving: Bool
    /// Returns from a silence of at least half the patience, latest last, at most `stretchLimit`.
    private var returns: [Duration] = []
    /// When it was last heard since the start; nil if never.
    private(set) var last: Duration?
    /// Start of current listening; nil if the host does not listen.
    private var began: Duration?
    /// When listening last ended.
    private var ended: Duration?
    /// Length of the last pause between two windows.
    private var pause: Duration = .zero
    /// The last window; a short pause continues it.
    private var lastWindow: Window?
    /// The first start of listening after the last message.
    private var first: Duration?
    /// Complete windows since the last message.
    private var windows = 0

    private struct Window: Hashable, Sendable {
        let began: Duration
        /// Number of complete windows before it.
        let earlier: Int
    }

    /// Creates the silence of a beacon that has not been heard yet.
    ///
    /// - Parameter began: start of current listening; nil if the host does not listen.
    init(patience: Duration, isForgiving: Bool = false, listeningSince began: Duration? = nil) {
        self.patience = patience
        self.isForgiving = isForgiving
        self.began = began
        first = began
    }

    /// Records a message.
    mutating func hear(at time: Duration) {
        if isForgiving { learn(at: time) }
        last = time
        first = nil
        windows = 0
    }

    /// Records whether this message ends a silence during which the host listened.
    private mutating func learn(at time: Duration) {
        guard let start = last else { return }
        let silent = windows > 0 ? time - start : began.map { time - max($0, start) } ?? .zero
        if silent * 2 >= patience {
            returns.append(time)
            if returns.count > Self.stretchLimit { returns.removeFirst() }
        }
        returns.removeAll { time - $0 > Self.stretchTime || $0 > time }
    }

    /// The required silence, lengthened for a beacon that often falls silent.
    private var stretched: Duration {
        returns.count < Self.stretchCount ? patience : patience * returns.count
    }

    /// Records that the host starts or stops listening.
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
        // A much longer pause than the previous one is no part of a cycle: nothing could be heard.
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
        // A window that began before the last message does not count: it included a message.
        if time - start >= Self.shortestWindow, last.map({ start >= $0 }) ?? true { windows += 1 }
    }

    /// Start of the silence that counts; nil before the host has listened.
    private var start: Duration? {
        guard let first else { return last }
        // After a gap longer than the required silence, counting starts again.
        guard let last, first - last < patience else { return first }
        return last
    }

    /// Returns whether the silence has lasted long enough.
    func isOver(at time: Duration) -> Bool { end.map { time >= $0 } ?? false }

    /// The time at which it will have lasted long enough; nil if that depends on a further window.
    var end: Duration? {
        guard let start else { return nil }
        if windows >= Self.windowsInVain { return start + stretched }
        return began.map { max($0, start) + stretched }
    }
}
