import Expecting
import Foundation
import Linux
import ServerSupport
import ServingSupport
import Support
import Testing
import Waiting

@testable import PostgreSQL

/// Whom a real server lets in, and what is said where it does not.
struct LoginTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private static func words(_ plan: DatabaseEndpoint) async -> String {
        await TestClient(plan).fails().map { "\($0)" } ?? "none"
    }

    @Test @LoopActor func `a folder with a socket is as good as a port`() async throws {
        var plan = try SharedServer.plan
        let server = try SharedServer.result.get()
        plan.places = [.folder(server.folder, port: server.port)]
        plan.encryption = DatabaseEndpoint.Encryption()
        let client = TestClient(plan)
        #expect(await client.opens())
        expect(client.facts?.isEncrypted, is: false)
        #expect((client.facts?.version ?? 0) >= 150_000)
    }

    @Test(arguments: [
        ("hall", "wrong", "centre", "the password of the user hall is wrong", "a wrong password"),
        ("hall", nil, "centre", "it requires a password for the user hall", "no password"),
        ("nobody", "x", "centre", "or there is no such user", "nobody is told apart"),
        ("hall", "secret", "none", "there is no database none", "no such database"),
        ("stranger", "secret", "centre", "no rule in its pg_hba.conf is for the user stranger", ""),
        ("guest", "secret", "centre", "the user guest may not use the database centre", ""),
    ])
    @LoopActor func `who is not let in is told why`(
        _ user: String, _ password: String?, _ database: String, _ words: String, _ why: String
    ) async throws {
        var plan = try SharedServer.plan
        (plan.user, plan.password, plan.database) = (user, password, database)
        let failure = await Self.words(plan)
        #expect(failure.contains(words), "\(why): \(failure)")
        #expect(!failure.contains("secret"), "\(failure)")
    }

    @Test @LoopActor func `a user who does not exist is told where the server says so`()
        async throws
    {
        let server = try RealServer(rules: ["local all all trust"])
        var plan = DatabaseEndpoint.of(server)
        plan.places = [.folder(server.folder, port: server.port)]
        plan.user = "missing"
        let words = await Self.words(plan)
        #expect(words.contains("there is no user missing with permission to log in"), "\(words)")
        try server.run("ALTER ROLE hall NOLOGIN")
        plan.user = "hall"
        let second = await Self.words(plan)
        #expect(second.contains("there is no user hall with permission to log in"), "\(second)")
    }

    @Test @LoopActor func `where nobody listens, or no name is known, that is told`() async throws {
        let port = try Loopback.freePort()
        var plan = try SharedServer.plan
        for (place, words) in [
            (.host("127.0.0.1", port: port), ["no server listens at 127.0.0.1 port \(port)"]),
            (
                .host("no-such-host.invalid"),
                [
                    "no host is called no-such-host.invalid",
                    "the name no-such-host.invalid cannot be looked up at the moment",
                ]
            ),
            (.folder("/no/such/folder"), ["no server listens at /no/such/folder"]),
            (.host("::1", port: port), ["no server listens at ::1 port \(port)", "::1 port"]),
            (.host("a,b"), ["the host is not valid for a server", "no host", "the name a,b"]),
            (.host(""), ["the host is not valid for a server"]),
        ] as [(DatabaseEndpoint.Place, [String])] {
            plan.places = [place]
            let failure = await Self.words(plan)
            #expect(words.contains { failure.hasPrefix($0) }, "\(failure)")
        }
        plan.places = []
        expect(await Self.words(plan), is: "no server address is configured")
    }

    @Test @LoopActor func `what cannot be sent is refused before anybody is asked`() async throws {
        var plan = try SharedServer.plan
        plan.password = "a\0b"
        expect(
            await Self.words(plan), is: "the password contains a NUL character")
        plan = try SharedServer.plan
        plan.database = ""
        expect(
            await Self.words(plan), is: "the name of the database is not valid for a server")
        plan.database = "x dbname=centre host='elsewhere'"
        #expect(await Self.words(plan).contains("there is no database x dbname="))
    }

    @Test @LoopActor func `the first that serves is taken, and each reason is told`() async throws {
        let dead = DatabaseEndpoint.Place.host("127.0.0.1", port: try Loopback.freePort())
        var plan = try SharedServer.plan
        let good = plan.places[0]
        plan.places = [.host("no-such-host.invalid"), dead, good]
        let client = TestClient(plan)
        #expect(await client.opens())
        expect(client.facts?.place, is: good)
        plan.places = [dead, .folder("/no/such/folder")]
        expect(
            await Self.words(plan),
            is: "no server listens at \(dead); "
                + "no server listens at /no/such/folder")
    }

    @Test @LoopActor func `a server that takes the connection and says nothing is given up`()
        async throws
    {
        let server = try RealServer()
        server.freeze(true)
        defer { server.freeze(false) }
        var plan = DatabaseEndpoint.of(server)
        plan.patience = .milliseconds(300)
        expect(await Self.words(plan), is: "127.0.0.1 port \(server.port) does not answer")
        plan.places.append(contentsOf: try SharedServer.plan.places)
        // The one that is well gets as long, which may be too little at first.
        while !(await TestClient(plan).opens()), plan.patience < Patience.limit {
            plan.patience *= 2
        }
        #expect(plan.patience < Patience.limit, "the next is tried")
    }

    @Test @LoopActor func `what listens there and is no such server is told`() async throws {
        let port = try Loopback.freePort()
        let other = try TestProgram.start(
            [
                "/usr/bin/socat", "TCP-LISTEN:\(port),bind=127.0.0.1,reuseaddr,fork",
                "SYSTEM:printf 'HTTP/1.1 400 Bad Request'; cat > /dev/null",
            ], saying: "/dev/null")
        defer {
            kill(other, SIGKILL)
            _ = waitpid(other, nil, 0)
        }
        expect(await eventually { Loopback.listens(at: port) })
        var plan = try SharedServer.plan
        plan.places = [.host("127.0.0.1", port: port)]
        let plain = await Self.words(plan)
        #expect(
            plain.hasPrefix("\(plan.places[0]) does not answer like a PostgreSQL server: "),
            "\(plain)")
        plan.encryption = DatabaseEndpoint.Encryption()
        let encrypted = await Self.words(plan)
        #expect(
            encrypted.hasSuffix("the program listening there is not a PostgreSQL server"),
            "\(encrypted)")
    }

    @Test @LoopActor func `a server with no room for another client is told`() async throws {
        let server = try RealServer(lines: [
            "max_connections = 3", "superuser_reserved_connections = 1",
        ])
        let plan = DatabaseEndpoint.of(server)
        var clients: [TestClient] = []
        repeat { clients.append(TestClient(plan)) } while await clients.last?.opens() ?? false
        #expect(clients.count <= 3)
        expect(
            clients.last?.failure.map { "\($0)" },
            is: "\(plan.places[0]) accepts no more connections at the moment: "
                + "it has reached its limit of connections")
    }

    @Test @LoopActor func `no variable of the environment and no file at home has a say`()
        async throws
    {
        let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID())").path
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        var plan = try SharedServer.plan
        let port = try SharedServer.result.get().port
        try "*:*:*:*:secret\n".write(
            toFile: "\(home)/.pgpass", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: "\(home)/.pgpass")
        let old = Environment.value("HOME") ?? "/"
        unsafe setenv("HOME", home, 1)
        defer { unsafe setenv("HOME", old, 1) }
        // What was there before the first connection is forgotten as a whole; this shows the settings alone.
        for (name, value) in [
            ("PGPASSFILE", "\(home)/.pgpass"), ("PGPASSWORD", "secret"), ("PGHOST", "elsewhere"),
            ("PGOPTIONS", "-c search_path=nowhere"), ("PGPORT", "1"), ("PGSSLMODE", "require"),
            ("PGTARGETSESSIONATTRS", "standby"), ("PGUSER", "x"), ("PGCLIENTENCODING", "LATIN1"),
            ("PGSERVICE", "none"), ("PGTZ", "Asia/Tokyo"), ("PGREQUIREPEER", "nobody"),
        ] {
            unsafe setenv(name, value, 1)
        }
        LibrarySettings.removeVariables()
        #expect(Environment.all.allSatisfy { !$0.name.hasPrefix("PG") })
        unsafe setenv("PGPASSFILE", "\(home)/.pgpass", 1)
        defer { unsafe unsetenv("PGPASSFILE") }
        let client = TestClient(plan)
        #expect(await client.opens())
        let (rows, _) = await client.run(
            "SELECT current_setting('timezone'), current_setting('client_encoding'), "
                + "current_setting('application_name'), inet_server_port()")
        expect(
            try rows.first.map { row in try (0..<4).map { try row.value($0) as String } },
            is: ["UTC", "UTF8", "callboard", "\(port)"])
        plan.password = nil
        #expect(await Self.words(plan).contains("it requires a password"))
    }

    @Test @LoopActor func `a plan shows no password, however it is printed`() throws {
        let plan = try SharedServer.plan
        var dumped = ""
        dump(plan, to: &dumped)
        for text in ["\(plan)", String(reflecting: plan), dumped] {
            #expect(!text.contains("secret"), "\(text)")
        }
    }
}
