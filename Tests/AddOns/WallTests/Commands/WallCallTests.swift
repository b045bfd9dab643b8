import Expecting
import Linux
import Support
import Testing
import Waiting
import Web

@testable import Wall

/// Whether whoever listens at a place is a wall.
struct WallCallTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private func answer(
        at place: WebPlace, within patience: Duration = Patience.limit
    ) async -> WallCall.Answer {
        await WallCall.call(place, within: patience)
    }

    private static func loopback(_ port: UInt16, _ address: String = "127.0.0.1") -> WebPlace {
        .network(NetworkPlace(address: address, port: port))
    }

    @Test @LoopActor func `a wall is known by what it serves to everybody`() async throws {
        let bench = try WallBench()
        for address in ["127.0.0.1", "0.0.0.0"] {
            expect(await answer(at: Self.loopback(bench.port, address)), is: .wall, "\(address)")
        }
        bench.stop()
    }

    @Test @LoopActor func `another program is none, whatever it says`() async throws {
        let answers = [
            WebResponse(.notFound, "no"), WebResponse(type: "image/svg+xml", Array("<svg/>".utf8)),
            WebResponse(type: "text/plain", WallPages.icon + [0x0A]),
        ]
        for answer in answers {
            let server = WebServer { _, exchange in exchange.answer(answer) }
            let given = try server.listen(at: Self.loopback(0))
            let port = try #require(given)
            expect(await self.answer(at: Self.loopback(port)), is: .other)
        }
    }

    @Test @LoopActor func `who says nothing is waited for some time, and nobody not at all`()
        async throws
    {
        let socket = try ListeningSocket(at: NetworkPlace(address: "127.0.0.1", port: 0))
        let given = socket.port
        let port = try #require(given)
        expect(
            await answer(at: Self.loopback(port), within: .milliseconds(100)), is: .silence)
        expect(
            await answer(at: .socket(SocketPlace(path: "/nowhere/wall.sock"))), is: .silence)
        _ = socket
    }
}
