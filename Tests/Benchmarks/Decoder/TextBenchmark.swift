import Formats
import Linux

/// What it costs to say a long text on a small sign.
enum TextBenchmark {
    /// The text of a stranger who means no good, and how long it is.
    private static let unit = "Щука Zoë 10² 日本 🦩 "
    private static let longest = 1 << 16

    /// Prints the cost of a text cut at 20 columns, as a share of that of the whole; and what a byte
    /// costs of a text sixteen times as long, as a share of what it costs of the shorter.
    static func run() {
        let long = text(of: longest)
        let short = text(of: longest / 16)
        let whole = cost { Charset.ascii.encode(long) }
        let cut = cost { Charset.ascii.encode(long, width: 20) }
        let part = cost { Charset.ascii.encode(short) }
        print(cut / whole, whole / part / 16)
    }

    private static func text(of length: Int) -> String {
        String(repeating: unit, count: length / unit.utf8.count)
    }

    private static func cost(_ work: () -> [UInt8]) -> Duration {
        (0..<5).map { _ in
            let start = EventLoop.now
            precondition(!work().isEmpty)
            return EventLoop.now - start
        }.min() ?? .zero
    }
}
