import Linux

/// How far long work has come, in one line of the terminal that is written over; nothing where nobody
/// watches, and nothing beside output that is watched itself.
struct ProgressLine {
    private let isWatched =
        Terminal.isTerminal(StandardStream.error.rawValue)
        && !Terminal.isTerminal(StandardStream.output.rawValue)
    private var shown: UInt64?

    /// Shows how much is done, where that is news.
    mutating func show(done: UInt64, of whole: UInt64?) {
        guard isWatched, let whole, whole > 0 else { return }
        let percent = min(done, whole) * 100 / whole
        guard percent != shown else { return }
        shown = percent
        try? StandardStream.error.write("\r\(percent) %")
    }

    /// Takes the line away again.
    mutating func clear() {
        guard shown != nil else { return }
        shown = nil
        try? StandardStream.error.write("\r\u{1B}[K")
    }
}
