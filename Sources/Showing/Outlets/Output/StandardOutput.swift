package import Formats
import Linux

extension StandardOutputOutlet {
    /// Writes to standard output, in color if that is a terminal that shows colors.
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

/// What was left out of standard output because its reader was too slow.
package struct StandardOutputLosses: Sendable {
    private var events = 0
    /// Bytes at the end.
    private var bytes = 0

    /// Nothing yet.
    package init() {}

    /// Takes a report of standard output.
    package mutating func take(_ report: StandardOutputOutlet.Report) {
        switch report {
        case .dropped(let events): self.events += events
        case .gaveUp(let bytes): self.bytes = bytes
        case .closed, .failed: break
        }
    }

    /// What a person has to know in the end.
    package var sentences: [String] {
        [("events that were left out", events), ("bytes that were left out at the end", bytes)]
            .filter { $0.1 > 0 }.map { "the reader was too slow; \($0): \($1)" }
    }
}
