import Expecting
import Linux
import ServerSupport
import Support
import Testing
import Waiting

@testable import PostgreSQL

/// Commands that ask a real server one thing after the other.
struct DatabaseSessionTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `one thing is asked after the other`() async throws {
        let dialogue = DatabaseSession()
        let facts = try await dialogue.open(try SharedServer.plan)
        #expect(facts.version >= 150_000)
        try await dialogue.run([
            SQLStatement("CREATE TEMPORARY TABLE things (name text)"),
            SQLStatement("INSERT INTO things VALUES ('a'), ('b')"),
        ])
        let rows = try await dialogue.rows(SQLStatement("SELECT name FROM things ORDER BY 1"))
        expect(try rows.map { try $0.value(0) as String }, is: ["a", "b"])
        let failure = await #expect(throws: BatchFailure.self) {
            try await dialogue.rows(SQLStatement("SELECT missing"))
        }
        #expect("\(String(describing: failure))".contains("42703"))
        await #expect(throws: BatchFailure.self) {
            try await dialogue.rows(SQLStatement("SELECT * FROM generate_series(1, 20000)"))
        }
        expect(try await dialogue.rows(SQLStatement("SELECT 1")).count, is: 1)
        dialogue.close()
    }

    @Test @LoopActor func `news of a channel is waited for`() async throws {
        let dialogue = DatabaseSession()
        _ = try await dialogue.open(try SharedServer.plan)
        try await dialogue.run([.listen(to: "dialogue"), .notify("dialogue", "first")])
        try await dialogue.run([.notify("dialogue", "second")])
        expect(await dialogue.notification(within: Patience.limit)?.payload, is: "first")
        expect(await dialogue.notification(within: Patience.limit)?.payload, is: "second")
        expect(await dialogue.notification(within: .milliseconds(50)), is: nil)
    }

    @Test @LoopActor func `nobody waits for ever, whatever becomes of the server`() async throws {
        let dialogue = DatabaseSession()
        await #expect(throws: BatchFailure.self) {
            try await dialogue.run([SQLStatement("SELECT 1")])
        }
        var plan = try SharedServer.plan
        plan.password = "wrong"
        await #expect(throws: ServerFailure.self) { _ = try await dialogue.open(plan) }
        let server = try RealServer()
        _ = try await dialogue.open(.of(server))
        // While it is asked, or a little later.
        EventLoop.shared.after(.milliseconds(100)) { server.kill() }
        let place = DatabaseEndpoint.of(server).places[0]
        await #expect(throws: BatchFailure(failure: .lost(place))) {
            try await dialogue.run([SQLStatement("SELECT pg_sleep(3600)")])
        }
        _ = try await dialogue.open(try SharedServer.plan)
        EventLoop.shared.after(.milliseconds(100)) { dialogue.close() }
        await #expect(throws: BatchFailure.self) {
            try await dialogue.run([SQLStatement("SELECT pg_sleep(3600)")])
        }
        await #expect(throws: BatchFailure.self) {
            try await dialogue.run([SQLStatement("SELECT 1")])
        }
    }
}
