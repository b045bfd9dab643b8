import Central
import Expecting
import Linux
import ServerSupport
import Support
import Testing

/// `callboard-central init` as a person runs it.
struct InitTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `what the owner may not close is said with the statement that does`()
        async throws
    {
        let central = try await TestCentral()
        let command = try CentralCommand(central)
        let ready = "The database is ready, schema version \(CentralSchema.version).\n"
        let first = try await command.run(["init"])
        expect(first.status, is: 0)
        expect(String(decoding: first.output, as: UTF8.self), is: ready)
        #expect(
            first.said.contains(
                "callboard-central: each login can fill the disk of the server with large objects, until "
                    + "a superuser runs in this database: REVOKE EXECUTE ON FUNCTION lo_creat"),
            "\(first.said)")
        #expect(!first.said.contains("temporary"), "\(first.said)")
        let statement = try #require(first.said.split(separator: "database: ").last)
        try central.server.run(String(statement), in: central.name)
        let second = try await command.run(["init"])
        expect(second.said, is: "")
        expect(String(decoding: second.output, as: UTF8.self), is: ready)
    }

    @Test @LoopActor func `temporary tables of another owner's database are said as well`()
        async throws
    {
        let central = try await TestCentral()
        try central.server.run("ALTER DATABASE \(central.name) OWNER TO postgres")
        try central.server.run("GRANT TEMPORARY ON DATABASE \(central.name) TO PUBLIC")
        let ending = try await CentralCommand(central).run(["init"])
        expect(ending.status, is: 0)
        #expect(
            ending.said.contains(
                "until the database's owner runs in this database: "
                    + "REVOKE TEMPORARY ON DATABASE \(central.name) FROM PUBLIC"), "\(ending.said)")
    }

    @Test @LoopActor func `a bridge that is one too many says so, and waits`() async throws {
        let bench = try await CheckBench()
        try await bench.central.run("UPDATE callboard.access SET histories = 0")
        _ = try await bench.push(until: "the user berlin hands in 0 histories")
        try await bench.central.run("UPDATE callboard.access SET histories = 1")
        await bench.stop()
        _ = try await bench.push()
        await bench.stop()
    }
}
