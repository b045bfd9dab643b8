import Expecting
import Foundation
import Linux
import Support
import Testing
import WebSupport

@testable import Web

/// The server before those who mean no good, or are ill.
struct WebAttackTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a request that never comes whole is given up, with words`() async throws
    {
        let server = try TestServer { $0.request = .milliseconds(300) }
        let connection = try server.connect()
        await turn()
        for byte in Array("GET /slow HTTP/1.1\r\nX: aaaaaa".utf8) {
            connection.send([byte])
            await turn()
            server.pace.pass(.milliseconds(10))
        }
        await turn()
        expect(connection.received.isEmpty && !connection.isEnded)
        // Each byte gives no more time.
        server.pace.pass(.milliseconds(10))
        let answer = try #require(await connection.answer())
        expect(answer.status, is: 408)
        expect(answer.fields["connection"], is: "close")
        expect(await eventually { connection.isEnded })
        expect(server.paths, is: [])
        expect(server.server.counters.cutConnections, is: 1)
    }

    @Test @LoopActor func `a body that never comes whole is given up as well`() async throws {
        let server = try TestServer { $0.request = .milliseconds(200) }
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        await turn()
        server.pace.pass(.milliseconds(200))
        expect(await connection.answer()?.status, is: 408)
    }

    @Test @LoopActor func `connections that say nothing end, before and after a request`()
        async throws
    {
        let server = try TestServer {
            $0.request = .milliseconds(200)
            $0.idle = .seconds(3)
        }
        let (silent, idle) = (try server.connect(), try server.connect())
        idle.get("/a")
        expect(await idle.answer()?.status, is: 200)
        await turn()
        server.pace.pass(.milliseconds(200))
        expect(await eventually { silent.isEnded })
        server.pace.pass(.milliseconds(2_799))
        await turn()
        expect(!idle.isEnded, "who has asked once may wait longer")
        expect(silent.received, is: [])
        server.pace.pass(.milliseconds(1))
        expect(await eventually { idle.isEnded })
        expect(idle.received, is: [])
        expect(server.server.connectionCount, is: 0)
    }

    private static let refused: [(text: String, status: Int, why: String)] = [
        (
            "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 200_000))", 431,
            "a long field"
        ),
        ("GET /\(String(repeating: "a", count: 200_000))", 414, "a long target"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n"
                + String(repeating: "a", count: 200_000), 413, "a long body"
        ),
        (
            "\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n" + String(repeating: "\u{0}", count: 200_000), 400,
            "TLS"
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nGET /\r\n0\r\n\r\n",
            501, "a smuggled request"
        ),
    ]

    @Test(arguments: refused.indices) @LoopActor
    func `who is refused in the midst of talking is still told why`(_ index: Int) async throws {
        let (text, status, why) = Self.refused[index]
        // A network loses what was not read, unlike a socket of the machine.
        let server = try TestServer(at: TestServer.loopback)
        let connection = try server.connect(reading: false)
        var rest = Array(text.utf8)[...]
        expect(
            await eventually {
                rest = rest.dropFirst(max(0, connection.send(rest.prefix(8_192))))
                return rest.isEmpty && !server.server.counters.answers.isEmpty
            }, "\(why)")
        await turn()
        connection.read()
        expect(await connection.answer()?.status, is: status, "\(why)")
        expect(await eventually { connection.isEnded })
        #expect(!connection.isReset, "\(why): the answer could be lost")
        expect(server.paths, is: [], "\(why)")
        connection.leave()
        expect(await eventually { server.server.connectionCount == 0 })
    }

    @Test @LoopActor func `whoever goes on talking after the end is not heard for long`()
        async throws
    {
        let server = try TestServer { $0.parting = .milliseconds(200) }
        let connection = try server.connect()
        connection.send("nonsense\r\n\r\n")
        await turn()
        for _ in 0..<20 {
            expect(server.server.connectionCount, is: 1)
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await turn()
            server.pace.pass(.milliseconds(10))
        }
        expect(server.server.connectionCount, is: 0)
        expect(server.paths, is: [])
        expect(server.server.counters.answers, is: [4: 1])
    }

    @Test @LoopActor func `connections that say nothing keep nobody out, nor do slow ones`()
        async throws
    {
        let server = try TestServer { $0.connections = 16 }
        var crowd: [RawConnection] = []
        let stream = try server.connect()
        stream.get("/stream")
        expect(await eventually { server.streams.count == 1 })
        for round in 0..<10 {
            for number in 0..<20 {
                let connection = try server.connect()
                if number % 2 == 0 { connection.send("GET /\(number) HT") }
                crowd.append(connection)
            }
            let guest = try server.connect()
            guest.get("/guest\(round)")
            expect(await guest.answer()?.text, is: "/guest\(round)")
            guest.leave()
        }
        #expect(server.server.connectionCount <= 17)
        #expect(!stream.isEnded, "a stream has a place of its own")
        #expect(server.server.counters.cutConnections >= 180)
    }

    @Test @LoopActor func `who thinks long is spared for those who say nothing`() async throws {
        let server = try TestServer { $0.connections = 4 }
        let patient = try server.connect()
        patient.get("/wait")
        expect(await eventually { server.waiting.count == 1 })
        let crowd = try (0..<40).map { _ in try server.connect() }
        expect(await eventually { crowd.count(where: \.isEnded) >= 36 })
        server.answerWaiting()
        expect(await patient.answer()?.text, is: "late")
    }

    @Test @LoopActor func `an answer that nobody reads gives way before whoever is about to ask`()
        async throws
    {
        let server = try TestServer {
            $0.connections = 4
            $0.answers = 256 << 20
        }
        let pinned = try (0..<3).map { _ in try server.connect(reading: false, buffer: 4_096) }
        for (number, connection) in pinned.enumerated() { connection.get("/large?as=\(number)") }
        expect(await eventually { server.paths.count == 3 })
        await turn()
        let guest = try server.connect()
        await turn()
        expect(server.server.connectionCount, is: 4)
        server.pace.pass(.seconds(2))
        // As many more as are pinned: each takes the place of one that nobody reads.
        let crowd = try (0..<3).map { _ in try server.connect() }
        await turn()
        expect(await eventually { server.server.counters.cutConnections == 3 })
        #expect(!guest.isEnded && !crowd.contains { $0.isEnded })
        guest.get("/guest")
        expect(await guest.answer()?.text, is: "/guest")
    }

    @Test @LoopActor func `a preface of HTTP 2 is no request, and nothing behind it is one`()
        async throws
    {
        let server = try TestServer(at: TestServer.loopback)
        let connection = try server.connect()
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        connection.send(
            Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings
                + Array("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let answer = try #require(await connection.answer())
        #expect([400, 405, 501, 505].contains(answer.status), "\(answer.status)")
        expect(await eventually { connection.isEnded })
        expect(server.paths, is: [])
        // A browser that would rather speak it asks by a field, and is answered as before.
        let upgrading = try server.connect()
        upgrading.get(
            "/a",
            ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"])
        expect(await upgrading.answer()?.text, is: "/a")
    }

    @Test @LoopActor func `whoever stops reading an answer does not get the rest`() async throws {
        let server = try TestServer { $0.stall = .milliseconds(300) }
        let connection = try server.connect(reading: false, buffer: 4_096)
        connection.get("/large")
        expect(await eventually { server.paths == ["/large"] })
        await turn()
        server.pace.pass(.milliseconds(299))
        await turn()
        expect(server.server.connectionCount, is: 1)
        server.pace.pass(.milliseconds(1))
        expect(server.server.connectionCount, is: 0)
        expect(server.server.counters.cutConnections, is: 1)
    }

    @Test @LoopActor func `whoever reads an answer slowly gets all of it`() async throws {
        let server = try TestServer { $0.stall = .seconds(2) }
        let connection = try server.connect(reading: false)
        var count = 0
        connection.get("/large")
        // Each pause is shorter than the limit, and all of them are far longer.
        for round in 1...8 {
            let wanted = round << 20
            connection.take = { [weak connection] bytes in
                count += bytes.count
                if count >= wanted { connection?.pauseReading() }
            }
            connection.read()
            expect(await eventually { count >= wanted })
            await turn()
            server.pace.pass(.milliseconds(1_900))
        }
        expect(count < TestServer.large.count)
        connection.take = { count += $0.count }
        connection.read()
        expect(await eventually { count > TestServer.large.count })
        expect(server.server.counters.cutConnections, is: 0)
    }

    @Test @LoopActor func `a process without descriptors serves again once it has some`()
        async throws
    {
        let server = try TestServer()
        let first = try server.connect()
        first.get("/a")
        expect(await first.answer()?.status, is: 200)
        let second: RawConnection
        do {
            var before = rlimit()
            #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
            second = try server.connect(reading: false)
            // The connection waits to be accepted, for which there is no descriptor.
            var none = before
            none.rlim_cur = 0
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
            defer { _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) }
            second.get("/b")
            await turn()
            expect(server.paths, is: ["/a"])
            server.pace.pass(WebLimits.pause)
            await turn()
            expect(server.paths, is: ["/a"])
            first.get("/c")
            expect(await eventually { server.paths == ["/a", "/c"] }, "others are served")
        }
        second.read()
        server.pace.pass(WebLimits.pause)
        expect(await second.answer()?.text, is: "/b")
    }
}
