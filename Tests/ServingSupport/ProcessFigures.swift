import Foundation

/// What a process has cost so far.
package struct ProcessFigures: Sendable {
    /// How often its threads slept, and were woken.
    package let wakeUps: Int
    /// The processor's time that all its threads have had.
    package let processorTime: Duration
    /// Memory that it has at the moment, in bytes.
    package let memory: Int
    /// What of that is neither a program nor a file.
    package let ownMemory: Int

    /// The figures of a process; nil where there is none.
    package init?(of process: Int32) {
        let folder = "/proc/\(process)"
        guard let status = try? String(contentsOfFile: "\(folder)/status", encoding: .utf8),
            let stat = try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8),
            let threads = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
        else { return nil }
        wakeUps = threads.reduce(0) { sum, thread in
            // One may have ended just now.
            let status = try? String(
                contentsOfFile: "\(folder)/task/\(thread)/status", encoding: .utf8)
            return sum + Self.number("voluntary_ctxt_switches", in: status ?? "")
        }
        memory = Self.number("VmRSS", in: status) << 10
        ownMemory = Self.number("RssAnon", in: status) << 10
        // The name of the program, which comes before, may have spaces.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
        processorTime = .seconds(ticks) / sysconf(Int32(_SC_CLK_TCK))
    }

    /// The figures of the process that asks.
    package static var ofThisProcess: ProcessFigures? { ProcessFigures(of: getpid()) }

    /// Memory that a process has, in bytes, of pages that it has together with others its share; nil where it is gone.
    package static func proportionalMemory(of process: Int32) -> Int? {
        guard
            let text = try? String(
                contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        else { return nil }
        return number("Pss", in: text) << 10
    }

    private static func number(_ name: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            ?? 0
    }
}
