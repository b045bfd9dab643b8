import Expecting
import Linux
import Support
import Testing

@testable import PostgreSQL

/// Statements for a real server, and what comes of them.
@Suite(.timeLimit(.minutes(1))) struct StatementTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `what is asked is answered, in its order`() async throws {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        expect(client.facts?.isEncrypted, is: false)
        let (rows, result) = await client.run([
            Statement("CREATE TEMPORARY TABLE things (number bigint PRIMARY KEY, name text)"),
            Statement(
                "INSERT INTO things VALUES ($1, $2), (2, NULL)", [.integer(1), .text("one")]),
            Statement("SELECT number, name FROM things ORDER BY number"),
        ])
        expect(try result?.get().map(\.rowCount), is: [0, 2, 2])
        expect(try rows.map { try $0.value(0) as Int }, is: [1, 2])
        expect(try rows.map { try $0.optional(1) as String? }, is: ["one", nil])
        expect(rows.first?.columns, is: ["number", "name"])
    }
}
