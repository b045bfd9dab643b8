import Expecting
import Linux
import ServerSupport
import Support
import Testing
import Waiting

@testable import PostgreSQL

/// How connections to a real server end.
struct EndTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a server that is killed in the middle is missed, and back later`()
        async throws
    {
        let server = try RealServer()
        let plan = DatabaseEndpoint.of(server)
        let client = TestClient(plan)
        #expect(await client.opens())
        var results: [Result<[StatementOutcome], BatchFailure>] = []
        client.connection?.run([SQLStatement("CREATE TABLE kept (number int)")]) {
            results.append($0)
        }
        expect(await eventually { results.count == 1 })
        client.connection?.run([
            SQLStatement("INSERT INTO kept VALUES (1)"), SQLStatement("SELECT pg_sleep(3600)"),
        ]) { results.append($0) }
        client.connection?.run([SQLStatement("INSERT INTO kept VALUES (2)")]) { results.append($0) }
        try server.waitUntilAsleep()
        server.kill()
        expect(await client.fails(), is: .lost(plan.places[0]))
        expect(results.count, is: 3, "each batch is told before the end is")
        for result in results.dropFirst() {
            expect(result, is: .failure(BatchFailure(failure: .lost(plan.places[0]))))
        }
        guard case .failure(let later) = await client.run("SELECT 1").result else {
            Issue.record("there is no connection any more")
            return
        }
        expect(later.failure, is: .lost(plan.places[0]))
        try server.start()
        let again = TestClient(plan)
        #expect(await again.opens())
        expect(await again.run("SELECT * FROM kept").rows.count, is: 0)
    }

    @Test(arguments: [true, false])
    @LoopActor func `a server that shuts down says so, to the idle and to the busy`(
        _ isBusy: Bool
    ) async throws {
        let server = try RealServer()
        let plan = DatabaseEndpoint.of(server)
        let client = TestClient(plan)
        #expect(await client.opens())
        _ = await client.run("SELECT 1")
        if isBusy {
            client.connection?.run([SQLStatement("SELECT pg_sleep(3600)")]) { _ in }
            try server.waitUntilAsleep()
        }
        server.stop()
        expect(await client.fails(), is: .dismissed(plan.places[0], .shutDown))
        #expect("\(client.failure.map { "\($0)" } ?? "")".contains("it is shutting down"))
    }

    @Test @LoopActor func `a server that owes an answer and is silent is given up`() async throws {
        let server = try RealServer()
        var plan = DatabaseEndpoint.of(server)
        plan.answerPatience = .milliseconds(300)
        var client = TestClient(plan)
        #expect(await client.opens())
        // Where it takes longer than that even while all is well, it may take longer.
        while await client.run("SELECT 1").rows.isEmpty, plan.answerPatience < Patience.limit {
            plan.answerPatience *= 2
            client = TestClient(plan)
            #expect(await client.opens())
        }
        server.freeze(true)
        defer { server.freeze(false) }
        // A limit that was set before now would be over before this is.
        await pause(plan.answerPatience + .milliseconds(10))
        expect(client.failure, is: nil, "nothing is owed")
        let (_, result) = await client.run("SELECT 1")
        expect(result, is: .failure(BatchFailure(failure: .silent(plan.places[0]))))
        expect(client.failure, is: .silent(plan.places[0]))
    }

    @Test @LoopActor func `a statement that takes too long is ended by the server, and it alone`()
        async throws
    {
        var plan = try SharedServer.plan
        plan.statementLimit = .milliseconds(100)
        while true {
            let client = TestClient(plan)
            #expect(await client.opens())
            let (_, result) = await client.run([
                SQLStatement("SELECT 1"), SQLStatement("SELECT pg_sleep(3600)"),
            ])
            guard case .failure(let failure) = result else {
                Issue.record("it has no limit")
                return
            }
            #expect(
                "\(failure)".hasPrefix("it was cancelled, or exceeded its time limit"),
                "\(failure)")
            #expect(client.connection?.isOpen ?? false)
            // Where even the first takes so long, it may take longer.
            if failure.statement == 0, let limit = plan.statementLimit, limit < Patience.limit {
                plan.statementLimit = limit * 2
                continue
            }
            return expect(failure.statement, is: 1)
        }
    }

    @Test @LoopActor func `a disk that is full is told in words`() async throws {
        guard CurrentProcess.isRoot, let disk = try? SmallDisk() else { return }
        let server = try RealServer()
        let client = TestClient(DatabaseEndpoint.of(server))
        #expect(await client.opens())
        try server.run("CREATE TABLESPACE small LOCATION '\(disk.folder)'")
        try server.run("GRANT CREATE ON TABLESPACE small TO hall")
        _ = await client.run([
            SQLStatement("CREATE TEMPORARY TABLE full_up (word text) TABLESPACE small")
        ])
        let (_, result) = await client.run(
            "INSERT INTO full_up SELECT repeat(md5(n::text), 50) FROM generate_series(1, 20000) AS n"
        )
        guard case .failure(let failure) = result,
            case .statement(.diskFull, _) = failure.failure
        else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect("\(failure)".hasPrefix("its disk is full"), "\(failure)")
        #expect(client.connection?.isOpen ?? false)
        server.kill()
    }

    @Test @LoopActor func `a server that can only be read is passed over where writing is wanted`()
        async throws
    {
        let first = try RealServer()
        let second = try RealServer(standbyOf: first)
        let (leader, follower) = (
            DatabaseEndpoint.of(first).places[0], DatabaseEndpoint.of(second).places[0]
        )
        var plan = DatabaseEndpoint.of(first)
        plan.places = [follower, leader]
        let writer = TestClient(plan)
        #expect(await writer.opens(), "\(writer.failure.map { "\($0)" } ?? "")")
        expect(writer.facts?.place, is: leader)
        plan.wantsToWrite = false
        let reader = TestClient(plan)
        #expect(await reader.opens())
        expect(reader.facts?.place, is: follower)
        let (_, result) = await reader.run("CREATE TABLE x (a int)")
        #expect("\(String(describing: result))".contains("25006"))
        plan.wantsToWrite = true
        plan.places = [follower]
        expect(await TestClient(plan).fails(), is: .notWritable(follower))
        first.kill()
        plan.places = [leader, follower]
        expect(
            await TestClient(plan).fails().map { "\($0)" },
            is:
                "no server listens at \(leader); nothing can be written to the server at \(follower)"
        )
    }
}
