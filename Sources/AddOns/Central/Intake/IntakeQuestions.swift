import Commands
import History
import Linux
import Notices
import PostgreSQL

/// What an import asks of a centre over one connection.
@LoopActor
struct IntakeQuestions {
    /// What the centre is told of how such a history is: no bridge will ever say anything of it.
    nonisolated static let state = "imported"

    // What was imported for a place is a history of its own, always the same one, of a name that no bridge has: theirs are
    // made by chance.
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

    private let server: ServerDialogue

    /// - Parameter server: a connection that is open.
    init(_ server: ServerDialogue) {
        self.server = server
    }

    /// Begins to hand in what belongs to a place, and returns the last batch that is there; nil where the bridge of that
    /// place is connected itself.
    func meet(_ origin: NoticeOrigin) async throws(BatchFailure) -> Int64? {
        let place: [SQLValue] = [.text(origin.site), .text(origin.bridge)]
        let history = try await first(
            SQLStatement(Self.name, place, isRepeated: true), as: String.self)
        let others = try await first(
            SQLStatement(Self.connected, place + [.text(history)], isRepeated: true), as: Int64.self
        )
        guard others == 0 else { return nil }
        // Always the same meeting: whoever imports for a place once more is the one of before.
        return try await first(
            SQLStatement(
                CentralStatements.meet,
                [.text(history), .integer(0), .text(""), .text(Self.state)] + place
                    + [.text(ProgramVersion.current)]), as: Int64.self)
    }

    /// Which of these notices the centre has of a place already, whoever handed them in.
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

    /// Hands a batch in; tells how many notices of it there are now, and how many are too old to be kept.
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

    /// Ends.
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
        failure: .invalid("the centre did not say what it has"))

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
