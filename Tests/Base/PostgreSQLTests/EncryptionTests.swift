import Expecting
import Linux
import ServerSupport
import ServingSupport
import Support
import Testing

@testable import PostgreSQL

/// Encrypted connections to a real server, with certificates made on the spot.
struct EncryptionTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private static func plan(
        _ server: RealServer, authority: String? = "ca.crt", client: String? = nil,
        host: String = "localhost", user: String = "hall"
    ) -> DatabaseEndpoint {
        var plan = DatabaseEndpoint.of(server)
        plan.places = [.host(host, port: server.port)]
        plan.user = user
        plan.encryption = DatabaseEndpoint.Encryption(
            authorities: authority.map(server.file),
            certificate: client.map { server.file("\($0).crt") },
            key: client.map { server.file("\($0).key") })
        return plan
    }

    @Test @LoopActor func `a server is believed whose certificate was signed by whom we trust`()
        async throws
    {
        let client = TestClient(Self.plan(try SharedServer.result.get()))
        #expect(await client.opens(), "\(client.failure.map { "\($0)" } ?? "")")
        expect(client.facts?.isEncrypted, is: true)
        // Rows of all sizes, so that pieces of encrypted text end anywhere in them.
        let (rows, result) = await client.run(
            "SELECT repeat('x', (n * 7919) % 100000) FROM generate_series(1, 400) AS n")
        expect(try result?.get().map(\.rowCount), is: [400])
        expect(
            try rows.map { try ($0.value(0) as String).utf8.count },
            is: (1...400).map { ($0 * 7919) % 100_000 })
    }

    @Test @LoopActor func `with a certificate of its own a client needs no password`() async throws
    {
        var plan = Self.plan(try SharedServer.result.get(), client: "client", user: "callboard")
        plan.password = nil
        let client = TestClient(plan)
        #expect(await client.opens(), "\(client.failure.map { "\($0)" } ?? "")")
        expect(
            try await client.run("SELECT current_user").rows.first?.value(0), is: "callboard")
    }

    @Test(
        arguments: [
            ("other-ca.crt", nil, "localhost", "hall", "is not signed by", "by somebody else"),
            (
                nil, nil, "localhost", "hall", "is not signed by the system's authorities",
                "not the system's"
            ),
            (
                "ca.crt", nil, "127.0.0.1", "hall", "is for another name than 127.0.0.1",
                "another name"
            ),
            (
                "server.csr", nil, "localhost", "hall", "has no certificates",
                "no certificate in the file"
            ),
            (
                "ca.crt", "stranger", "localhost", "callboard",
                "does not trust the issuer of this client's certificate", "a stranger's"
            ),
            ("ca.crt", nil, "localhost", "callboard", "valid client certificate", "none is shown"),
            ("ca.crt", "client", "localhost", "hall", nil, "one that is not asked for"),
        ] as [(String?, String?, String, String, String?, String)])
    @LoopActor func `where somebody is not believed, it is told why`(
        _ authority: String?, _ client: String?, _ host: String, _ user: String, _ words: String?,
        _ why: String
    ) async throws {
        let plan = Self.plan(
            try SharedServer.result.get(), authority: authority, client: client, host: host,
            user: user)
        let test = TestClient(plan)
        let isOpen = await test.opens()
        let failure = test.failure.map { "\($0)" } ?? "none"
        expect(isOpen, is: words == nil, "\(why): \(failure)")
        if let words { #expect(failure.contains(words), "\(why): \(failure)") }
    }

    @Test @LoopActor func `a server that does not encrypt is told from one that does`() async throws
    {
        let plain = try RealServer(lines: ["ssl = off"])
        expect(
            await TestClient(Self.plan(plain)).fails().map { "\($0)" },
            is:
                "no encrypted connection to localhost port \(plain.port): the server does not encrypt"
        )
    }

    @Test @LoopActor func `a server that wants encryption is told where there is none`()
        async throws
    {
        let server = try RealServer(rules: ["hostnossl all all 127.0.0.1/32 reject"])
        let failure = await TestClient(DatabaseEndpoint.of(server)).fails().map { "\($0)" } ?? ""
        #expect(failure.contains("pg_hba.conf"), "\(failure)")
    }

    @Test @LoopActor func `files that cannot be used are named`() async throws {
        let server = try SharedServer.result.get()
        expect(
            await TestClient(Self.plan(server, authority: "none.crt")).fails(),
            is: .file(server.file("none.crt"), .noEntry))
        var plan = Self.plan(server, client: "client")
        plan.encryption?.key = server.file("server.key")
        let pair = await TestClient(plan).fails().map { "\($0)" } ?? ""
        #expect(pair.contains("do not belong together"), "\(pair)")
        plan.encryption?.key = server.file("ca.crt")
        let open = await TestClient(plan).fails().map { "\($0)" } ?? ""
        #expect(open.contains("others can read this client's key"), "\(open)")
        // Nobody is asked for a password at a terminal.
        try TestProgram.run([
            "/usr/bin/openssl", "ec", "-in", server.file("client.key"), "-aes256", "-passout",
            "pass:x", "-out", server.file("locked.key"),
        ])
        plan.encryption?.key = server.file("locked.key")
        let locked = await TestClient(plan).fails().map { "\($0)" } ?? ""
        #expect(locked.contains("this client's key cannot be used"), "\(locked)")
        plan.encryption?.key = nil
        let half = await TestClient(plan).fails().map { "\($0)" } ?? ""
        #expect(half.contains("name both, or neither"), "\(half)")
    }
}
