import Linux
import Notices
import PostgreSQL

@testable import History

/// What a centre has otherwise than a bridge, record by record.
@LoopActor
struct Differences {
    /// Notices that only the bridge has, by number.
    var missing: [Int64] = []
    /// Notices that only the centre has, or has twice.
    var tooMany: [Int64] = []
    /// Notices of which they have different records.
    var different: [Int64] = []

    /// In words; empty where there are none.
    var words: String {
        let all = [("missing", missing), ("too many", tooMany), ("different", different)]
        return all.filter { !$0.1.isEmpty }
            .map { "\($0.1.count) \($0.0), such as \($0.1.prefix(3))" }.joined(separator: "; ")
    }

    init(_ folder: String, _ central: TestCentral) async throws {
        var there: [Int64: String] = [:]
        for (number, record) in try await Self.records(central)
        where there.updateValue(record, forKey: number) != nil {
            tooMany.append(number)
        }
        try HistoryReader(in: folder).export { line in
            guard case .notice(let stored)? = try? HistoryLine.read(line) else { return true }
            let number = Int64(bitPattern: stored.notice.id.rawValue)
            switch there.removeValue(forKey: number) {
            case nil: missing.append(number)
            case String(decoding: line.dropLast(), as: UTF8.self): break
            default: different.append(number)
            }
            return true
        }
        tooMany += there.keys
    }

    /// The records with the phones' names of now, which are in a table of their own.
    private static func records(_ central: TestCentral) async throws -> [(Int64, String)] {
        let rows = try await central.rows(
            "SELECT n.number, n.record, p.name FROM callboard.notice n"
                + " JOIN callboard.phone p ON p.number = n.phone")
        return try rows.map { row in
            let record = try row.value(1, as: String.self)
            let phone = try row.value(2, as: String.self)
            let stored = try HandedRecord(Array(record.utf8)).stored.onPhone(called: phone)
            let line = HistoryLine.line(of: stored)
            return (
                try row.value(0, as: Int64.self), String(decoding: line.dropLast(), as: UTF8.self)
            )
        }
    }
}
