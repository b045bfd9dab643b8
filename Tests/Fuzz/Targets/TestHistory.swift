import History
import Linux

/// A history in a folder that goes when nobody needs it any more.
final class TestHistory {
    let folder: String
    private let place: PassingFolder

    init() {
        let parent = Environment.value("TMPDIR") ?? "/tmp"
        folder = "\(parent)/callboard-fuzz-\(UInt64.random(in: .min ... .max))"
        do {
            place = try PassingFolder(folder)
        } catch {
            fatalError("\(folder): \(error)")
        }
    }

    deinit {
        try? place.remove()
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
