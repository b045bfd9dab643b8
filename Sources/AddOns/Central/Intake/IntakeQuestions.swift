import Commands
import History
import Linux
import Notices
import PostgreSQL

/// Queries of an import over one connection.
@LoopActor
struct IntakeQuestions {
    /// State of an imported history in the central database; no bridge will ever update it.
    nonisolated static let state = "imported"

    // Imported notifications of a bridge are a history of their own, always with the same ID. No
    // bridge has this ID, since theirs are random.
    private nonisolated static let name = """
        SELECT left(encode(sha256(convert_to(
            'imported ' || length($1::text) || ' ' || $1 || ' ' || $2, 'UTF8')), 'hex'), 32)
        """
    private nonisolated static let connected = """
        SELECT count(*) FROM callboard.bridges
        WHERE site = $1 AND bridge = $2 AND history <> $3 AND is_connected
        """
    private nonisolated static let known = """
        SELECT n.number FROM callboard.notice n
        JOIN callboard.history h ON h.number = n.history
        WHERE h.site = $1 AND h.bridge = $2 AND n.number = ANY ($3::bigint[])
        """

    private let server: DatabaseSession

    /// - Parameter server: an open connection.
    init(_ server: DatabaseSession) {
        self.server = server
    }

    /// Begins an import for a bridge; returns the number of the last stored batch, or nil if the bridge is connected.
    func meet(_ origin: NoticeOrigin) async throws(BatchFailure) -> Int64? {
        let place: [SQLValue] = [.text(origin.site), .text(origin.bridge)]
        let history = try await first(
            SQLStatement(Self.name, place, isRepeated: true), as: String.self)
        let others = try await first(
            SQLStatement(Self.connected, place + [.text(history)], isRepeated: true), as: Int64.self
        )
        guard others == 0 else { return nil }
        // Meeting number and token are always the same, so that the database accepts a repeated
        // import for the bridge.
        return try await first(
            SQLStatement(
                CentralStatements.meet,
                [.text(history), .integer(0), .text(""), .text(Self.state)] + place
                    + [.text(ProgramVersion.current)]), as: Int64.self)
    }

    /// Returns the notifications of a bridge that exist already, whichever program uploaded them.
    func known(
        _ numbers: [Int64], of origin: NoticeOrigin
    ) async throws(BatchFailure) -> Set<Int64> {
        let rows = try await server.rows(
            SQLStatement(
                Self.known, [.text(origin.site), .text(origin.bridge), .integers(numbers)],
                isRepeated: true))
        var known: Set<Int64> = []
        for row in rows { known.insert(try Self.value(row, 0)) }
        return known
    }

    /// Uploads a batch; returns how many notifications are stored, and how many are too old to be kept.
    func handIn(
        _ batch: HandedBatch
    ) async throws(BatchFailure) -> (kept: Int, passedOver: Int) {
        let report = SQLStatement(
            CentralStatements.report,
            [.integer(0), .integer(0), .integer(0), .text(Self.state)], isRepeated: true)
        var taken: ResultRow?
        try await server.run([batch.statement, report]) { number, row in
            if number == 0 { taken = row }
        }
        guard let taken else { throw Self.silence }
        return (try Self.value(taken, 1), try Self.value(taken, 3))
    }

    /// Releases the history.
    func leave() async throws(BatchFailure) {
        try await server.run([SQLStatement(CentralStatements.leave)])
    }

    private func first<Value: CellValue>(
        _ statement: SQLStatement, as type: Value.Type
    ) async throws(BatchFailure) -> Value {
        guard let row = try await server.rows(statement).first else { throw Self.silence }
        return try Self.value(row, 0)
    }

    private nonisolated static let silence = BatchFailure(
        failure: .invalid("the central database returned no row"))

    private static func value<Value: CellValue>(
        _ row: ResultRow, _ column: Int
    ) throws(BatchFailure) -> Value {
        do throws(ServerFailure) {
            return try row.value(column)
        } catch {
            throw BatchFailure(failure: error)
        }
    }
}
