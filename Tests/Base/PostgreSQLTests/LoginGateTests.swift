import Expecting
import Foundation
import Linux
import ServerSupport
import ServingSupport
import Support
import Testing
import Waiting

@testable import PostgreSQL

/// What a server may ask for before it lets a client in that encrypts nothing.
struct LoginGateTests {
    /// A request of a server, by its number.
    private static func request(_ code: UInt8, _ rest: String = "") -> [UInt8] {
        let length = 8 + rest.utf8.count
        return [UInt8(ascii: "R"), 0, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0, 0, 0, code]
            + rest.utf8
    }

    @Test(
        arguments: [
            ([0], [.last], "nothing is asked"),
            ([10, 11, 12, 0], [.pass, .pass, .pass, .last], "SCRAM, step by step"),
            ([3], [.refuse], "the password in the clear"), ([5], [.refuse], "its MD5"),
            ([10, 3], [.pass, .refuse], "in the clear, once SCRAM has begun"),
            ([10, 5], [.pass, .refuse], "its MD5, once SCRAM has begun"),
            ([10, 11, 3], [.pass, .pass, .refuse], "in the clear, after the proof"),
            ([10, 0], [.pass, .refuse], "let in without the server's own proof"),
            ([10, 11, 0], [.pass, .pass, .refuse], "let in without the server's own proof"),
            ([10, 10], [.pass, .refuse], "once more from the beginning"),
            ([11], [.refuse], "in the middle"), ([12], [.refuse], "at the end"),
            ([7], [.refuse], "Kerberos"), ([9], [.refuse], "SSPI"),
            ([2], [.refuse], "old Kerberos"),
            ([6], [.refuse], "old credentials"), ([99], [.refuse], "what nobody knows"),
        ] as [([UInt8], [LoginGate.Step], String)])
    func steps(_ codes: [UInt8], _ expected: [LoginGate.Step], _ why: String) {
        var gate = LoginGate()
        var steps: [LoginGate.Step] = []
        for code in codes {
            let message = Self.request(code, "SCRAM-SHA-256")
            // However much of it is there, it is asked for the rest, and never for a byte of the next one.
            for count in message.indices {
                var copy = gate
                guard case .read(let more) = copy.look(at: Array(message[..<count])) else {
                    Issue.record("\(why): a part is taken for the whole")
                    continue
                }
                #expect(more > 0 && count + more <= message.count, "\(why)")
            }
            steps.append(gate.look(at: message))
        }
        expect(steps, is: expected, "\(why)")
    }

    @Test(arguments: [
        ("HTTP/1.1 400", "another protocol"), ("Z\0\0\0\u{5}I", "what comes later"),
        ("R\0\0\0\u{7}\0\0\0\u{3}", "a request that is too short"),
        ("R\u{7F}\0\0\0\0\0\0\u{3}", "a request of two thousand million bytes"),
        ("E\u{7F}\0\0\0\0\0\0\u{3}", "an error of as many"),
        ("N\0\0\0\u{8}\0\0\0\u{3}", "a notice, which the library does not take here"),
    ])
    func others(_ bytes: String, _ why: String) {
        var gate = LoginGate()
        expect(gate.look(at: Array(bytes.utf8.prefix(5))), is: .end, "\(why)")
    }

    @Test func `no bytes ask for more than the library takes`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var gate = LoginGate()
            var message = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random), !message.isEmpty {
                message[0] = UInt8(ascii: Bool.random(using: &random) ? "R" : "E")
                for index in message.indices.dropFirst().prefix(2) { message[index] = 0 }
            }
            if case .read(let count) = gate.look(at: message) {
                #expect((1...30_001).contains(count), "\(message)")
            }
        }
    }
}

/// Passwords on the way to servers, real and hostile.
struct OpenPasswordTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private static func words(_ plan: DatabaseEndpoint) async -> String {
        await TestClient(plan).fails().map { "\($0)" } ?? "none"
    }

    @Test(arguments: ["md5", "password"])
    @LoopActor func `a real server that wants it openly gets it by TLS or a socket alone`(
        _ method: String
    ) async throws {
        let server = try RealServer(
            rules: ["local all hall \(method)", "host all hall 127.0.0.1/32 \(method)"])
        if method == "md5" {
            try server.run("SET password_encryption = 'md5'; ALTER ROLE hall PASSWORD 'secret'")
        }
        var plan = DatabaseEndpoint.of(server)
        let open = await Self.words(plan)
        #expect(
            open.hasSuffix(
                "refuses the connection: it asks for the password of the user hall in a way that "
                    + "others could read or use again; without encryption it is sent by SCRAM alone"
            ),
            "\(open)")
        plan.places = [.folder(server.folder, port: server.port)]
        #expect(await TestClient(plan).opens(), "a socket of this machine")
        plan.places = [.host("localhost", port: server.port)]
        plan.encryption = DatabaseEndpoint.Encryption(authorities: server.file("ca.crt"))
        #expect(await TestClient(plan).opens(), "encrypted")
    }

    @Test @LoopActor
    func `where the rule says md5 and the password is kept for SCRAM, that is used`()
        async throws
    {
        let server = try RealServer(rules: ["host all hall 127.0.0.1/32 md5"])
        let client = TestClient(.of(server))
        #expect(await client.opens(), "\(client.failure.map { "\($0)" } ?? "")")
        let (rows, _) = await client.run(
            "SELECT repeat('x', n * 1000) FROM generate_series(1, 100) AS n")
        expect(rows.count, is: 100, "the server itself is at the socket from then on")
    }

    /// What a hostile server says, and whether the password goes there.
    private static let attacks: [(says: String, why: String)] = [
        (#"R\0\0\0\10\0\0\0\3"#, "in the clear"),
        (#"R\0\0\0\14\0\0\0\5salt"#, "as MD5"),
        (
            #"R\0\0\0\27\0\0\0\12SCRAM-SHA-256\0\0R\0\0\0\10\0\0\0\3"#,
            "in the clear, in one piece with the beginning of SCRAM"
        ),
        (
            #"R\0\0\0\27\0\0\0\12SCRAM-SHA-256\0\0R\0\0\0\14\0\0\0\5salt"#,
            "as MD5, in one piece with the beginning of SCRAM"
        ),
        (#"R\0\0\0\27\0\0\0\12SCRAM-SHA-256\0\0R\0\0\0\10\0\0\0\0"#, "let in without a proof"),
    ]

    @Test(arguments: attacks.indices)
    @LoopActor func `a hostile server gets no password, whatever it says`(_ index: Int) async throws
    {
        let (says, why) = Self.attacks[index]
        let bench = try HostileServer(says: says)
        let failure = await Self.words(bench.plan(bySocket: false))
        #expect(failure.contains("it is sent by SCRAM alone"), "\(why): \(failure)")
        let heard = await bench.heard()
        #expect(heard.contains("user"), "\(why): it was there: \(heard)")
        #expect(!heard.contains("secret") && !heard.contains("md5"), "\(why): \(heard)")
    }

    @Test(arguments: [
        (#"N"#, "the server does not encrypt", "it takes no encryption"),
        (#"NR\0\0\0\10\0\0\0\3"#, "the server does not encrypt", "and goes on in the clear"),
        (#"SR\0\0\0\10\0\0\0\0R\0\0\0\10\0\0\0\3"#, "", "it encrypts, and goes on in the clear"),
        (#"E\0\0\0\10oops\0"#, "", "an error before anything"), (#"S"#, "", "and ends"),
        (#"\26\3\3\0\2\1\0"#, "", "another protocol"),
    ])
    @LoopActor func `where encryption is wanted, nothing goes to a server without it`(
        _ says: String, _ words: String, _ why: String
    ) async throws {
        let bench = try HostileServer(says: says, ends: true)
        var plan = bench.plan(bySocket: false)
        plan.encryption = DatabaseEndpoint.Encryption()
        let failure = await Self.words(plan)
        #expect(words.isEmpty || failure.contains(words), "\(why): \(failure)")
        #expect(failure != "none", "\(why)")
        for word in ["secret", "user", "hall", "centre"] {
            #expect(!bench.heardByNow.contains(word), "\(why): \(word)")
        }
    }

    @Test @LoopActor func `at a socket of this machine it is asked for openly, and given`()
        async throws
    {
        let bench = try HostileServer(says: Self.attacks[0].says)
        let client = TestClient(bench.plan(bySocket: true))
        #expect(await bench.heard(until: "secret").contains("secret"))
        client.letGo()
    }
}

/// Something that listens, says a few bytes to whoever comes, and writes down what it hears.
@LoopActor
private final class HostileServer {
    private let folder: String
    private let port: ReservedPort
    private var processes: [pid_t] = []

    /// - Parameters:
    ///   - says: bytes, as the shell's `printf` has them.
    ///   - ends: whether it is gone once it has heard something.
    init(says: String, ends: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID())").path
        port = try ReservedPort()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // In one piece, and after the greeting, as a server does.
        let script =
            "printf '\(says)'; \(ends ? "head -c 8" : "cat") > \(folder)/heard.$$; : > \(folder)/heard.$$.ended"
        try script.write(toFile: "\(folder)/script", atomically: true, encoding: .utf8)
        for place in [
            "TCP-LISTEN:\(port.number),bind=127.0.0.1,reuseaddr,fork",
            "UNIX-LISTEN:\(folder)/.s.PGSQL.5432,fork",
        ] {
            processes.append(
                try TestProgram.start(
                    ["/usr/bin/socat", place, "EXEC:sh \(folder)/script"], saying: "/dev/null"))
        }
    }

    deinit {
        for process in processes {
            kill(process, SIGKILL)
            _ = waitpid(process, nil, 0)
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    func plan(bySocket: Bool) -> DatabaseEndpoint {
        _ = Patience.waits {
            Loopback.listens(at: port.number)
                && Loopback.listens(atSocket: "\(folder)/.s.PGSQL.5432")
        }
        var plan = DatabaseEndpoint(
            places: [bySocket ? .folder(folder) : .host("127.0.0.1", port: port.number)],
            database: "centre", user: "hall", password: "secret")
        (plan.patience, plan.answerPatience) = (Patience.limit, Patience.limit)
        return plan
    }

    /// All that it has heard, once that ends or has these words.
    func heard(until words: String? = nil) async -> String {
        var text = ""
        _ = await eventually {
            // Whoever only looks whether it listens is there as well, and says nothing.
            text = self.texts.map(\.words).first { $0.contains("user") } ?? ""
            return words.map(text.contains) ?? self.hasEnded(text)
        }
        return text
    }

    /// All that everybody has said who came.
    var heardByNow: String { texts.map(\.words).joined(separator: "\n") }

    /// Whether whoever said these words is gone.
    private func hasEnded(_ words: String) -> Bool {
        texts.contains { $0.words == words && $0.hasEnded } && !words.isEmpty
    }

    /// What each of those has said who came.
    private var texts: [(words: String, hasEnded: Bool)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("heard.") && !$0.hasSuffix(".ended") }.map { name in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            return (String(decoding: bytes, as: UTF8.self), names.contains("\(name).ended"))
        }
    }
}
