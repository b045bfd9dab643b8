import BenchSupport
import History
import Linux
import Notices

/// Writes and reads a history, prints how long that took in seconds, or its statements.
@main enum HistoryBenchmark {
    private static let usage = """
        usage: callboard-history-bench fill FOLDER NOTICES
               callboard-history-bench insert|insert-sql FOLDER NOTICES FIRST COUNT BATCH
               callboard-history-bench ask|ask-sql FOLDER QUESTION WORDS TIMES
               callboard-history-bench nasty FOLDER
               callboard-history-bench acknowledge FOLDER DAY
               callboard-history-bench hand-over FOLDER
        """

    static func main() {
        do throws(HistoryError) {
            guard try run(Array(CommandLine.arguments.dropFirst())) else {
                Report.line(usage)
                CurrentProcess.end(with: 2)
            }
        } catch {
            Report.line("failed: \(error)")
            CurrentProcess.end(with: 1)
        }
    }

    private static func run(_ arguments: [String]) throws(HistoryError) -> Bool {
        guard arguments.count >= 2 else { return false }
        if arguments[0].hasSuffix("-sql") { StatementTrace.begin() }
        let numbers = arguments.dropFirst(2).map { Int($0) ?? 0 }
        switch (arguments[0], arguments.count) {
        case ("fill", 3): try fill(arguments[1], with: numbers[0])
        case ("insert", 6), ("insert-sql", 6):
            try insert(
                arguments[1], of: numbers[0], from: numbers[1], count: numbers[2],
                batch: max(1, numbers[3]))
        case ("ask", 5), ("ask-sql", 5):
            let questions = Questions(reader: try HistoryReader(in: arguments[1]))
            try timed { () throws(HistoryError) in
                for _ in 0..<numbers[2] { try questions.ask(arguments[2], arguments[3]) }
            }
        case ("nasty", 2): try Questions(reader: try HistoryReader(in: arguments[1])).askNasty()
        case ("hand-over", 2): _ = try HistoryWriter(in: arguments[1]).takeBatch(limit: 1)
        case ("acknowledge", 3): try acknowledge(arguments[1], day: numbers[0])
        default: return false
        }
        return true
    }

    private static func timed(
        _ body: () throws(HistoryError) -> Void
    ) throws(HistoryError) {
        let start = EventLoop.now
        try body()
        Report.line("-- \((EventLoop.now - start) / .seconds(1))")
    }

    /// Writes so many notices with all that becomes of them.
    private static func fill(_ folder: String, with count: Int) throws(HistoryError) {
        let writer = HistoryWriter(in: folder)
        var household = Household(of: count)
        var coming = 0
        var batch: [HistoryEvent] = []
        while coming < count, let (event, board) = household.next() {
            if board.isComing { coming += 1 }
            batch.append(event)
            guard batch.count == 512 else { continue }
            _ = try writer.write(batch)
            batch = []
        }
        _ = try writer.write(batch)
        writer.close()
        Report.line("\(coming)")
    }

    /// Writes some notices of a household as they come, without what becomes of them.
    private static func insert(
        _ folder: String, of total: Int, from first: Int, count: Int, batch: Int
    ) throws(HistoryError) {
        var household = Household(of: total)
        var coming = 0
        var events: [HistoryEvent] = []
        while events.count < count, let (event, board) = household.next() {
            guard board.isComing else { continue }
            coming += 1
            if coming > first { events.append(event) }
        }
        let writer = HistoryWriter(in: folder)
        // The file is open before the clock runs, as it is in a bridge.
        _ = try writer.write([])
        try timed { () throws(HistoryError) in
            for start in stride(from: 0, to: events.count, by: batch) {
                _ = try writer.write(Array(events[start..<min(start + batch, events.count)]))
            }
            writer.close()
        }
    }

    /// Writes a day, each event by itself, and prints each once it is written.
    private static func acknowledge(_ folder: String, day: Int) throws(HistoryError) {
        var household = Household(day: day)
        var events: [(event: HistoryEvent, line: String?)] = []
        while let (event, board) = household.next() {
            guard case .notice(let change, let notice, _) = board else {
                events.append((event, nil))
                continue
            }
            events.append((event, "\(notice.id.rawValue) \(change.rawValue)"))
        }
        Report.line("ready")
        let writer = HistoryWriter(in: folder)
        for (event, line) in events {
            _ = try writer.write([event])
            if let line { Report.line(line) }
        }
    }
}
