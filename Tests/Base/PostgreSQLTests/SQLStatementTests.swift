import Expecting
import Linux
import Support
import Testing

@testable import PostgreSQL

/// Statements for a real server, and what comes of them.
struct SQLStatementTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private static func client() async throws -> TestClient {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens(), "\(client.failure.map { "\($0)" } ?? "")")
        return client
    }

    @Test @LoopActor func `what is asked is answered, in its order`() async throws {
        let client = try await Self.client()
        let (rows, result) = await client.run([
            SQLStatement("CREATE TEMPORARY TABLE things (number bigint PRIMARY KEY, name text)"),
            SQLStatement(
                "INSERT INTO things VALUES ($1, $2), (2, NULL)", [.integer(1), .text("one")]),
            SQLStatement("SELECT number, name FROM things ORDER BY number"),
            SQLStatement("UPDATE things SET name = 'two' WHERE number = 2"),
            SQLStatement(""),
        ])
        expect(try result?.get().map(\.rowCount), is: [0, 2, 2, 1, 0])
        expect(try rows.map { try $0.value(0) as Int }, is: [1, 2])
        expect(try rows.map { try $0.optional(1) as String? }, is: ["one", nil])
        expect(rows.first?.columns, is: ["number", "name"])
    }

    @Test @LoopActor func `batches are sent without waiting, and answered in their order`()
        async throws
    {
        let client = try await Self.client()
        var order: [String] = []
        for number in 0..<50 {
            client.connection?.run(
                [SQLStatement("SELECT $1::bigint", [.integer(Int64(number))])],
                rows: { _, row in order.append("row \((try? row.value(0) as Int) ?? -1)") },
                then: { _ in order.append("end \(number)") })
        }
        expect(await eventually { order.count == 100 })
        expect(order, is: (0..<50).flatMap { ["row \($0)", "end \($0)"] })
    }

    @Test(arguments: [
        (["SELECT 1/0"], 0, "22012", "a division by zero"),
        (["SELECT nothing"], 0, "42703", "a column that is not there"),
        (["SELEKT 1"], 0, "42601", "a mistake of syntax"),
        (
            ["INSERT INTO kept VALUES (1)", "INSERT INTO kept VALUES (1)", "SELECT 1"], 1, "23505",
            "the same twice"
        ),
        (["INSERT INTO kept VALUES (2); SELECT 1"], 0, "42601", "two in one"),
        (["SELECT 1", "VACUUM kept"], 1, "25001", "what must be alone"),
    ])
    @LoopActor func `an error undoes its batch and nothing else`(
        _ words: [String], _ index: Int, _ code: String, _ why: String
    ) async throws {
        let client = try await Self.client()
        _ = await client.run("CREATE TEMPORARY TABLE kept (number int PRIMARY KEY)")
        var results: [Result<[StatementOutcome], BatchFailure>] = []
        // All three are on their way before any is answered.
        for batch in [
            ["INSERT INTO kept VALUES (10)"], words, ["INSERT INTO kept VALUES (20)"],
        ] {
            client.connection?.run(batch.map { SQLStatement($0) }) { results.append($0) }
        }
        expect(await eventually { results.count == 3 })
        guard results.count == 3 else { return }
        expect(try results[0].get(), is: [StatementOutcome(rowCount: 1)], "\(why)")
        expect(try results[2].get(), is: [StatementOutcome(rowCount: 1)], "\(why)")
        guard case .failure(let failure) = results[1],
            case .statement(let state, _) = failure.failure
        else {
            Issue.record("\(why): \(results[1])")
            return
        }
        expect(failure.statement, is: index, "\(why)")
        expect(state.rawValue, is: code, "\(why)")
        let (rows, _) = await client.run("SELECT number FROM kept ORDER BY number")
        expect(try rows.map { try $0.value(0) as Int }, is: [10, 20], "\(why)")
    }

    @Test @LoopActor func `an error at the end of a batch is no statement's, and undoes it`()
        async throws
    {
        let client = try await Self.client()
        _ = await client.run([
            SQLStatement("CREATE TEMPORARY TABLE parents (number int PRIMARY KEY)"),
            SQLStatement(
                "CREATE TEMPORARY TABLE children (parent int REFERENCES parents "
                    + "DEFERRABLE INITIALLY DEFERRED)"),
        ])
        var results: [Result<[StatementOutcome], BatchFailure>] = []
        client.connection?.run([SQLStatement("INSERT INTO children VALUES (1)")]) {
            results.append($0)
        }
        client.connection?.run([SQLStatement("INSERT INTO parents VALUES (2)")]) {
            results.append($0)
        }
        expect(await eventually { results.count == 2 })
        guard results.count == 2, case .failure(let failure) = results[0] else {
            Issue.record("\(results)")
            return
        }
        expect(failure.statement, is: nil)
        #expect("\(failure)".contains("23503"), "\(failure)")
        expect(try results[1].get().map(\.rowCount), is: [1])
        expect(await client.run("SELECT * FROM children").rows.count, is: 0)
        #expect(client.connection?.isOpen ?? false)
    }

    @Test @LoopActor func `what the server quotes of a value is told to nobody`() async throws {
        let client = try await Self.client()
        _ = await client.run("CREATE TEMPORARY TABLE secrets (word text PRIMARY KEY)")
        let secret = SQLValue.text("my-secret")
        for (words, why) in [
            ("SELECT $1::int", "the message quotes it"),
            ("INSERT INTO secrets VALUES ($1), ($1)", "the detail quotes it"),
            ("SELECT ($1 || '{')::json", "the context quotes it"),
        ] {
            let (_, result) = await client.run(words, [secret])
            guard case .failure(let failure) = result else {
                Issue.record("\(why): \(String(describing: result))")
                continue
            }
            #expect(!"\(failure)".contains("secret\""), "\(why): \(failure)")
            #expect(!"\(failure.failure)".contains("my-secret"), "\(why): \(failure)")
        }
    }

    @Test @LoopActor func `what repeats is understood once, and anew where it has changed`()
        async throws
    {
        let client = try await Self.client()
        _ = await client.run("CREATE TEMPORARY TABLE numbers (number int)")
        let insert = { (number: Int64) in
            SQLStatement("INSERT INTO numbers VALUES ($1)", [.integer(number)], isRepeated: true)
        }
        for number in 0..<5 {
            let (_, result) = await client.run([insert(Int64(number)), insert(Int64(-number))])
            expect(try result?.get().count, is: 2)
        }
        let (known, _) = await client.run("SELECT count(*) FROM pg_prepared_statements")
        expect(try known.first?.value(0) as Int?, is: 1)
        let all = SQLStatement("SELECT * FROM numbers", isRepeated: true)
        expect(await client.run([all]).rows.count, is: 10)
        _ = await client.run("ALTER TABLE numbers ADD COLUMN name text")
        guard case .failure(let failure) = await client.run([all]).result else {
            Issue.record("the answer has another form than what was understood")
            return
        }
        #expect("\(failure)".contains("0A000"), "\(failure)")
        let (rows, result) = await client.run([all])
        expect(rows.first?.columns, is: ["number", "name"])
        expect(try result?.get().first?.rowCount, is: 10)
        _ = await client.run("DEALLOCATE ALL")
        _ = await client.run([insert(1)])
        expect(try await client.run([insert(1)]).result?.get().count, is: 1)
    }

    @Test @LoopActor func `a repeated statement that is not understood says why, each time`()
        async throws
    {
        let client = try await Self.client()
        let wrong = SQLStatement("SELECT * FROM not_there", isRepeated: true)
        var results: [Result<[StatementOutcome], BatchFailure>] = []
        for _ in 0..<3 {
            client.connection?.run([SQLStatement("SELECT 1"), wrong]) { results.append($0) }
        }
        expect(await eventually { results.count == 3 })
        results.append(contentsOf: [await client.run([wrong]).result].compactMap(\.self))
        for result in results {
            guard case .failure(let failure) = result,
                case .statement(.unknownTable, _) = failure.failure
            else {
                Issue.record("\(result)")
                continue
            }
        }
        _ = await client.run("CREATE TEMPORARY TABLE not_there (a int)")
        expect(try await client.run([wrong]).result?.get().count, is: 1)
    }

    @Test @LoopActor func `nothing but one statement of the right kind is taken`() async throws {
        let client = try await Self.client()
        for (statement, words) in [
            (SQLStatement("SELECT 'a\0b'"), "a statement contains a NUL character"),
            (SQLStatement("SELECT $1", [.text("a\0b")]), "value 1 contains a NUL character"),
            (
                SQLStatement("SELECT $1, $2", [.null, .texts(["a", nil, "\0"])]),
                "value 2 contains a NUL character"
            ),
            (
                SQLStatement("SELECT 1", Array(repeating: .null, count: 70_000)),
                "more than 65535 values"
            ),
        ] {
            let (_, result) = await client.run([SQLStatement("SELECT 1"), statement])
            guard case .failure(let failure) = result else {
                Issue.record("\(words)")
                continue
            }
            expect(failure.statement, is: 1, "\(words)")
            #expect("\(failure)".contains(words), "\(failure)")
        }
        expect(try await client.run("SELECT 1").result?.get().count, is: 1)
        expect(try await client.run([]).result?.get().count, is: 0)
        let (_, result) = await client.run("COPY (SELECT 1) TO STDOUT")
        #expect("\(String(describing: result))".contains("COPY"), "\(String(describing: result))")
    }

    @Test @LoopActor func `too much at once is refused, and what was taken is done`() async throws {
        let client = try await Self.client()
        var results: [Bool] = []
        for _ in 0..<ServerConnection.batchLimit + 10 {
            client.connection?.run([SQLStatement("SELECT 1")]) { result in
                results.append((try? result.get()) != nil)
            }
        }
        expect(await eventually { results.count == ServerConnection.batchLimit + 10 })
        expect(results.count { $0 }, is: ServerConnection.batchLimit)
        let large = SQLValue.bytes([UInt8](repeating: 0, count: 40 << 20))
        let statement = SQLStatement("SELECT octet_length($1)", [large])
        var sizes: [Result<[StatementOutcome], BatchFailure>] = []
        for _ in 0..<2 { client.connection?.run([statement]) { sizes.append($0) } }
        expect(await eventually { sizes.count == 2 })
        expect(sizes.count { (try? $0.get()) != nil }, is: 1)
        #expect(sizes.contains { $0 == .failure(BatchFailure(failure: .crowded)) })
    }
}
