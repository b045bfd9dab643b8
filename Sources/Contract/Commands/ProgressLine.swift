import Linux

/// Progress indicator on one terminal line; does nothing if standard error is not a terminal.
package struct ProgressLine {
    /// Time without output on the same terminal before the indicator appears.
    private static let silence: Duration = .milliseconds(500)

    private let isWatched = Terminal.isTerminal(StandardStream.error.rawValue)
    private let isBesideOutput: Bool
    private var shown: UInt64?
    private var lastOutput = EventLoop.now

    /// - Parameter besideOutput: whether standard output is also in use.
    package init(besideOutput: Bool = true) {
        isBesideOutput = besideOutput && Terminal.isTerminal(StandardStream.output.rawValue)
    }

    /// Shows the progress if the percentage changed; does nothing if `whole` is unknown.
    package mutating func show(done: UInt64, of whole: UInt64?) {
        guard isWatched, let whole, whole > 0 else { return }
        let percent = min(done, whole) * 100 / whole
        guard percent != shown, !isBesideOutput || EventLoop.now - lastOutput > Self.silence
        else { return }
        shown = percent
        try? StandardStream.error.write("\r\(percent) %")
    }

    /// Clears the line; called before each output on the same terminal.
    package mutating func makeRoom() {
        guard isBesideOutput else { return }
        clear()
        lastOutput = EventLoop.now
    }

    /// Clears the line.
    package mutating func clear() {
        guard shown != nil else { return }
        shown = nil
        try? StandardStream.error.write("\r\u{1B}[K")
    }
}
