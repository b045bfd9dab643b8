import Expecting
import Foundation
import Linux
import Support
import Testing
import WebSupport

@testable import Web

/// Answers that go on, to readers of every kind.
struct WebStreamTests {
    init() {
        LoopThread.start()
    }

    private static let piece = [UInt8](repeating: 0x62, count: 16_384)

    @Test @LoopActor
    func `a stream goes on until it is ended, and what comes of its reader is nothing`()
        async throws
    {
        let server = try TestServer()
        let reader = try server.connect()
        reader.get("/stream")
        expect(await eventually { server.streams.count == 1 })
        reader.get("/other")
        let stream = server.streams[0]
        for word in ["one ", "two ", "three"] {
            stream.send(Array(word.utf8))
            await turn()
        }
        #expect(stream.isOpen)
        stream.end()
        expect(await eventually { reader.isEnded })
        let answer = try #require(reader.nextAnswer())
        expect(answer.text, is: "one two three")
        expect(answer.fields["content-length"], is: nil)
        expect(answer.fields["connection"], is: "close")
        expect(server.paths, is: ["/stream"])
        expect(await eventually { server.gone == 1 && !stream.isOpen })
        stream.send(Self.piece)
        stream.end()
        expect(server.gone, is: 1)
        expect(server.server.streamCount, is: 0)
    }

    @Test @LoopActor func `a reader who does not read is cut off, and holds nobody up`()
        async throws
    {
        let server = try TestServer()
        let (deaf, other) = (
            try server.connect(reading: false, buffer: 4_096), try server.connect()
        )
        for connection in [deaf, other] { connection.get("/stream") }
        expect(await eventually { server.streams.count == 2 })
        var count = 0
        other.take = { count += $0.count }
        var sent = 0
        while server.server.streamCount == 2, sent < 4_096 {
            for stream in server.streams { stream.send(Self.piece) }
            sent += 1
            if sent % 8 == 0 { await turn() }
        }
        #expect(sent < 4_096, "nobody was cut off")
        expect(server.server.counters.cutStreams, is: 1)
        expect(server.gone, is: 1)
        expect(await eventually { count >= sent * Self.piece.count })
        #expect(!other.isEnded)
        // What the kernel had for it is still there, and then it is over.
        deaf.take = { _ in }
        deaf.read()
        expect(await eventually { deaf.isEnded })
    }

    @Test @LoopActor func `one message may be longer than what a reader may leave unread`()
        async throws
    {
        let server = try TestServer { $0.stream = 1_024 }
        let reader = try server.connect(reading: false)
        reader.get("/stream")
        expect(await eventually { server.streams.count == 1 })
        server.streams[0].send(TestServer.large)
        server.streams[0].send([0x63])
        var count = 0
        reader.take = { count += $0.count }
        reader.read()
        expect(await eventually { count > TestServer.large.count })
        #expect(server.streams[0].isOpen)
        expect(server.server.counters.cutStreams, is: 0)
    }

    private enum Parting: CaseIterable { case leaves, endsSending, isReset }

    @Test(arguments: Parting.allCases) @LoopActor
    private func `whoever leaves a stream is noticed`(_ parting: Parting) async throws {
        let server = try TestServer()
        let reader = try server.connect(reading: parting != .isReset)
        reader.get("/stream")
        expect(await eventually { server.streams.count == 1 })
        server.streams[0].send(Self.piece)
        await turn()
        switch parting {
        case .leaves, .isReset: reader.leave()
        case .endsSending: reader.endSending()
        }
        expect(await eventually { server.gone == 1 })
        expect(server.server.streamCount, is: 0)
        expect(server.server.connectionCount, is: 0)
        expect(server.server.counters.cutStreams, is: 0)
    }

    @Test @LoopActor func `a thousand streams each get all, and go when they want`() async throws {
        CurrentProcess.raiseOpenFileLimit(to: 4_096)
        let server = try TestServer()
        var readers: [RawConnection] = []
        for number in 0..<1_000 {
            let reader = try server.connect()
            reader.get("/stream")
            readers.append(reader)
            if number % 50 == 0 { await turn() }
        }
        expect(await eventually { server.streams.count == 1_000 })
        for word in ["one ", "two ", "three"] {
            for stream in server.streams { stream.send(Array(word.utf8)) }
            await turn()
        }
        expect(
            await eventually { readers.allSatisfy { $0.received.suffix(5) == Array("three".utf8) } }
        )
        expect(Set(readers.compactMap { $0.nextAnswer()?.text }), is: ["one two three"])
        let guest = try server.connect()
        guest.get("/guest")
        expect(await guest.answer()?.text, is: "/guest")
        for reader in readers.prefix(500) { reader.leave() }
        expect(await eventually { server.server.streamCount == 500 })
        for stream in server.streams { stream.end() }
        expect(await eventually { readers.suffix(500).allSatisfy(\.isEnded) })
        expect(server.server.streamCount, is: 0)
        expect(server.gone, is: 1_000)
    }
}
