import Expecting
import Foundation
import Linux
import Support
import Testing
import WebSupport

@testable import Web

/// The server over real sockets, as browsers use it.
struct WebServerTests {
    init() {
        LoopThread.start()
    }

    private enum Place: CaseIterable { case version4, version6, socket }

    @Test(arguments: Place.allCases) @LoopActor
    private func `it is reached at an address of either kind, and at a socket`(
        _ place: Place
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/wall.sock"
        let server: TestServer
        let connection: RawConnection
        switch place {
        case .version4:
            server = try TestServer(at: TestServer.loopback)
            connection = try server.connect()
        case .version6:
            server = try TestServer(at: .network(NetworkPlace(address: "::1", port: 0)))
            connection = try RawConnection(to: .portOfVersion6(server.port))
        case .socket:
            server = try TestServer(at: .socket(SocketPlace(path: path)))
            connection = try RawConnection(to: .socket(path))
        }
        connection.get("/a")
        let answer = try #require(await connection.answer())
        expect(answer.status, is: 200)
        expect(answer.text, is: "/a")
        expect(answer.fields["connection"], is: "keep-alive")
        expect(answer.fields["x-content-type-options"], is: "nosniff")
        connection.get("/b", ["Connection: close"])
        try expect(#require(await connection.answer()).text, is: "/b")
        expect(await eventually { connection.isEnded })
        #expect(!connection.isReset)
    }

    @Test @LoopActor
    func `long answers wait for readers as far as there is room, and short ones always`()
        async throws
    {
        let server = try TestServer { $0.answers = 40 << 20 }
        let slow = try (0..<2).map { _ in try server.connect(reading: false) }
        for (number, connection) in slow.enumerated() { connection.get("/large?as=\(number)") }
        expect(await eventually { server.paths.count == 2 })
        let third = try server.connect()
        third.get("/large?as=third")
        try expect(#require(await third.answer()).status, is: 503)
        third.get("/short")
        try expect(#require(await third.answer()).status, is: 200)
        // Who goes, and who has read, leaves room.
        slow[0].leave()
        slow[1].read()
        try expect(#require(await slow[1].answer()).body.count, is: TestServer.large.count)
        for _ in 0..<3 {
            let next = try server.connect()
            next.get("/large")
            try expect(#require(await next.answer()).body.count, is: TestServer.large.count)
        }
    }

    @Test @LoopActor func `pictures that nobody reads keep no page from anybody`() async throws {
        let server = try TestServer { $0.answers = 40 << 20 }
        let slow = try (0..<2).map { _ in try server.connect(reading: false) }
        for (number, connection) in slow.enumerated() { connection.get("/picture?as=\(number)") }
        expect(await eventually { server.paths.count == 2 })
        let other = try server.connect()
        other.get("/picture?as=other")
        try expect(#require(await other.answer()).status, is: 503)
        other.get("/large?as=other")
        try expect(#require(await other.answer()).body.count, is: TestServer.large.count)
        // One who has read nothing yet gets no second one.
        let same = try server.connect()
        same.get("/picture?as=0")
        try expect(#require(await same.answer()).status, is: 503)
    }

    @Test @LoopActor func `whoever goes before the answer is noticed`() async throws {
        let server = try TestServer()
        for place in [nil, TestServer.loopback] {
            let server = try TestServer(at: place)
            let connection = try server.connect()
            connection.get("/wait")
            connection.get("/next")
            expect(await eventually { server.waiting.count == 1 })
            var gone = 0
            server.waiting[0].gone = { gone += 1 }
            #expect(server.waiting[0].isOpen)
            connection.leave()
            expect(await eventually { gone == 1 })
            #expect(!server.waiting[0].isOpen)
            server.answerWaiting()
            expect(gone, is: 1)
            expect(server.paths, is: ["/wait"])
        }
        let connection = try server.connect()
        connection.get("/wait")
        expect(await eventually { server.waiting.count == 1 })
        server.waiting[0].gone = { Issue.record("it was answered") }
        server.answerWaiting()
        expect(await connection.answer()?.text, is: "late")
        connection.leave()
        expect(await eventually { server.server.connectionCount == 0 })
    }

    @Test @LoopActor
    func `an address that is not this machine's, or is in use, is refused with its name`()
        throws
    {
        let server = try TestServer(at: TestServer.loopback)
        let taken = NetworkPlace(address: "127.0.0.1", port: server.port)
        #expect(throws: SocketError.inUse("127.0.0.1:\(server.port)")) {
            try server.server.listen(at: .network(taken))
        }
        let other = NetworkPlace(address: "192.0.2.1", port: 0)
        #expect(throws: SocketError.self) { try server.server.listen(at: .network(other)) }
    }

    @Test @LoopActor func `requests that come at once are answered in their order, each once`()
        async throws
    {
        let server = try TestServer()
        let connection = try server.connect()
        let names = (0..<300).map { "/\($0)" }
        connection.send(names.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        var answers: [String] = []
        for _ in names { answers.append(await connection.answer()?.text ?? "none") }
        expect(answers, is: names)
        expect(connection.received.count, is: 0)
    }

    @Test @LoopActor func `a request behind one that takes its time waits for its turn`()
        async throws
    {
        let server = try TestServer()
        let connection = try server.connect()
        connection.get("/wait")
        connection.get("/next")
        expect(await eventually { server.waiting.count == 1 })
        await turn()
        expect(server.paths, is: ["/wait"])
        server.answerWaiting()
        expect(await connection.answer()?.text, is: "late")
        expect(await connection.answer()?.text, is: "/next")
    }

    @Test @LoopActor func `what nobody answers is answered as failed`() async throws {
        let server = try TestServer()
        let connection = try server.connect()
        connection.get("/nobody")
        expect(await connection.answer()?.status, is: 500)
        connection.get("/wait")
        expect(await eventually { server.waiting.count == 1 })
        server.forgetWaiting()
        expect(await connection.answer()?.status, is: 500)
        expect(server.server.counters.answers, is: [5: 2])
    }

    @Test @LoopActor func `a HEAD has the length of what a GET would get, and nothing of it`()
        async throws
    {
        let server = try TestServer()
        let connection = try server.connect()
        connection.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try #require(await connection.answer(hasBody: false))
        expect(head.fields["content-length"], is: "4")
        connection.get("/abc")
        expect(await connection.answer()?.text, is: "/abc")
        connection.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        expect(await connection.answer(hasBody: false)?.status, is: 200)
        expect(server.streams.count, is: 0)
        connection.get("/abc")
        expect(await connection.answer()?.text, is: "/abc")
    }

    @Test @LoopActor func `requests are understood wherever they are cut`() async throws {
        let server = try TestServer()
        let text = Array(
            "POST /act HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbodyGET /x HTTP/1.1\r\nHost: a\r\n\r\n"
                .utf8)
        for cut in 1..<text.count {
            let connection = try server.connect()
            connection.send(text[..<cut])
            await turn()
            connection.send(text[cut...])
            expect(await connection.answer()?.text, is: "/act", "\(cut)")
            expect(await connection.answer()?.text, is: "/x", "\(cut)")
        }
        let connection = try server.connect()
        for byte in text {
            connection.send([byte])
            await turn()
        }
        expect(await connection.answer()?.text, is: "/act")
        expect(await connection.answer()?.text, is: "/x")
    }

    @Test @LoopActor func `whoever hangs up in the middle of anything leaves nothing behind`()
        async throws
    {
        let server = try TestServer()
        for text in [
            "", "GET", "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /large HTTP/1.1\r\nHost: a\r\n\r\n",
        ] {
            let connection = try server.connect(reading: false)
            connection.send(text)
            await turn()
            connection.leave()
        }
        server.answerWaiting()
        expect(await eventually { server.server.connectionCount == 0 })
    }

    @Test @LoopActor func `finish lets answers and streams arrive, and ends all else`() async throws
    {
        let server = try TestServer()
        let (stream, idle, slow) = (
            try server.connect(reading: false), try server.connect(),
            try server.connect(reading: false)
        )
        stream.get("/stream")
        idle.get("/a")
        slow.get("/large")
        expect(await eventually { server.streams.count == 1 && server.paths.count == 3 })
        let last = Array("the last".utf8)
        server.streams[0].send(last)
        var isFinished = false
        server.server.finish { isFinished = true }
        expect(await eventually { idle.isEnded })
        await turn()
        #expect(!isFinished, "an answer is on its way")
        #expect(throws: POSIXError.self) { try server.connect() }
        var count = 0
        slow.take = { count += $0.count }
        slow.read()
        stream.read()
        expect(await eventually { isFinished })
        expect(await eventually { slow.isEnded && stream.isEnded })
        #expect(count > TestServer.large.count)
        #expect(stream.received.suffix(last.count) == last)
    }

    @Test @LoopActor func `finish waits a moment for those who do not read, and no longer`()
        async throws
    {
        let server = try TestServer { $0.parting = .milliseconds(200) }
        let connections = try (0..<3).map { _ in try server.connect(reading: false, buffer: 4_096) }
        connections[0].get("/large")
        connections[1].get("/stream")
        connections[2].send("GET /part HT")
        expect(await eventually { server.streams.count == 1 && server.paths.count == 2 })
        server.streams[0].send(TestServer.large)
        var isFinished = false
        server.server.finish { isFinished = true }
        server.server.finish { Issue.record("it is finished twice") }
        await turn()
        server.pace.pass(.milliseconds(199))
        await turn()
        expect(!isFinished)
        server.pace.pass(.milliseconds(1))
        expect(isFinished)
        expect(server.server.connectionCount, is: 0)
    }
}
