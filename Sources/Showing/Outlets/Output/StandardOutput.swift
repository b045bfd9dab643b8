package import Formats
import Linux

extension StandardOutputOutlet {
    /// Creates an output to standard output, in color if that is a terminal with colors.
    package static func standardOutput(
        _ format: OutputFormat, showsSource: Bool,
        report: @escaping @LoopActor (Report) -> Void
    ) throws(OutletRefusal) -> StandardOutputOutlet {
        let descriptor = StandardStream.output.rawValue
        do throws(Errno) {
            return try StandardOutputOutlet(
                to: descriptor,
                format: format.make(
                    isColored: Terminal.wantsColor(on: descriptor), showsSource: showsSource),
                report: report)
        } catch {
            throw OutletRefusal("standard output cannot be written: \(error)")
        }
    }
}

/// Losses of standard output because its reader was too slow.
package struct StandardOutputLosses: Sendable {
    private var events = 0
    /// Bytes dropped at the end.
    private var bytes = 0

    package init() {}

    package mutating func take(_ report: StandardOutputOutlet.Report) {
        switch report {
        case .dropped(let events): self.events += events
        case .gaveUp(let bytes): self.bytes = bytes
        case .closed, .failed: break
        }
    }

    /// The messages for the user at the end.
    package var sentences: [String] {
        [("dropped events", events), ("bytes dropped at the end", bytes)]
            .filter { $0.1 > 0 }.map { "the reader was too slow; \($0): \($1)" }
    }
}
