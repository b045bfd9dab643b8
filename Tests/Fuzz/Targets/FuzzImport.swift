import History
import Linux

/// Says which lines make sense; what it takes nobody looks at.
private final class LineJudge {
    private let history = TestHistory()
    private let taken: HistoryImport

    init() throws {
        taken = try HistoryImport(into: history.folder)
    }

    func takes(_ line: [UInt8]) -> Bool {
        do throws(ImportError) {
            try taken.take(line)
            return true
        } catch .line(let mistake) {
            require(!"\(mistake)".utf8.contains(10), "a complaint is more than one line")
            return false
        } catch {
            require(false, "a line cannot be written: \(error)")
            return false
        }
    }
}

/// Tests use it from several threads.
private let judge = Locked(try? LineJudge())

/// Takes each line of the input into a history, and what is written down of it into another one,
/// which must be the same.
func fuzzImport(_ bytes: [UInt8]) {
    let lines = judge.withLock { judge in
        require(judge != nil, "there is no folder")
        return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init).filter { line in
            judge?.takes(line) ?? false
        }
    }
    guard !lines.isEmpty else { return }
    let (first, second) = (TestHistory(), TestHistory())
    first.add(lines)
    let export = first.export()
    require(export.count <= lines.count + 1, "a history has more than was taken in")
    require(export.allSatisfy { $0.last == 10 }, "a line has no end")
    second.add(export)
    require(second.export() == export, "a history did not survive being written down")
}
