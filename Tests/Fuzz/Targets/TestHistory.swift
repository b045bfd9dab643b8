import Foundation
import History

/// A history in a folder that goes when nobody needs it any more.
final class TestHistory {
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "callboard-fuzz-\(UUID().uuidString)"
    ).path

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Takes lines of an export, each of which must make sense.
    func add(_ lines: [[UInt8]]) {
        do {
            let taken = try HistoryImport(into: folder)
            for line in lines { try taken.take(line) }
            try taken.finish()
        } catch {
            require(false, "a line that was taken once is not taken again: \(error)")
        }
    }

    /// All of it, as an export has it.
    func export() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        do {
            try HistoryReader(in: folder).export { line in
                lines.append(line)
                return true
            }
        } catch {
            require(false, "a history is not written down: \(error)")
        }
        return lines
    }
}
