import BenchSupport
import Foundation
import Linux
import ServerSupport
import ServingSupport

extension Fleet {
    /// Says what memory everything has: pages that several have are shared out among them.
    func reportMemory(_ when: String) throws {
        guard let server = Self.proportional(serverProcesses),
            let pushers = Self.proportional(pushers.map(\.process)),
            let own = Self.proportional([getpid()])
        else { throw Failure(description: "a process is gone: \(errors)") }
        let each = Sample(pushers).spread(1)
        Report.line("  memory \(when)")
        Report.line(
            "    server \(server.reduce(0, +).text(0)) MB in \(server.count) processes,"
                + " callboard-central push \(each) MB each, \(pushers.reduce(0, +).text(0)) MB in all,"
                + " the bridges in this process \(own[0].text(0)) MB")
    }

    private var serverProcesses: [Int32] {
        let file = try? String(contentsOfFile: server.file("data/postmaster.pid"), encoding: .utf8)
        guard let first = file?.split(separator: "\n").first, let process = Int32(first) else {
            return []
        }
        let path = "/proc/\(process)/task/\(process)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return [process] + text.split(separator: " ").compactMap { Int32($0) }
    }

    /// Megabytes of each process; those that have just ended are left out, but not all of them.
    private static func proportional(_ processes: [Int32]) -> [Double]? {
        let all = processes.compactMap { process in
            ProcessFigures.proportionalMemory(of: process).map { Double($0) / 1e6 }
        }
        return all.isEmpty ? nil : all
    }

    /// How many connections of bridges the server has.
    func reportConnections(_ reader: CentralReader) async throws {
        let count = try await reader.number(
            "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE 'bridge%'")
        Report.line("  connections of bridges at the server \(count)")
    }
}
