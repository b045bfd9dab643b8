import Linux

/// How far long work has come, in one line of the terminal that is written over; nothing where nobody
/// watches.
package struct ProgressLine {
    /// How long output that goes to the same terminal must have been silent.
    private static let silence: Duration = .milliseconds(500)

    private let isWatched = Terminal.isTerminal(StandardStream.error.rawValue)
    private let isBesideOutput: Bool
    private var shown: UInt64?
    private var lastOutput = EventLoop.now

    /// - Parameter besideOutput: whether standard output shows something meanwhile.
    package init(besideOutput: Bool = true) {
        isBesideOutput = besideOutput && Terminal.isTerminal(StandardStream.output.rawValue)
    }

    /// Shows how much is done, where that is news.
    package mutating func show(done: UInt64, of whole: UInt64?) {
        guard isWatched, let whole, whole > 0 else { return }
        let percent = min(done, whole) * 100 / whole
        guard percent != shown, !isBesideOutput || EventLoop.now - lastOutput > Self.silence
        else { return }
        shown = percent
        try? StandardStream.error.write("\r\(percent) %")
    }

    /// Makes room for output.
    package mutating func makeRoom() {
        guard isBesideOutput else { return }
        clear()
        lastOutput = EventLoop.now
    }

    /// Takes the line away again.
    package mutating func clear() {
        guard shown != nil else { return }
        shown = nil
        try? StandardStream.error.write("\r\u{1B}[K")
    }
}
