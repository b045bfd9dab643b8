import Board
import Expecting
import Foundation
import Linux
import Support
import Testing
import Web
import WebSupport

@testable import Wall

/// Pictures for those who wait for them, by a stand-in for the program that draws.
struct WallPicturesTests {
    init() {
        LoopThread.start()
    }

    /// Pictures behind a server; whose a request is stands in its address.
    @LoopActor
    private final class Bench {
        let program: ShellProgram
        let server: WebServer
        private let pictures: WallPictures
        private let port: UInt16

        /// - Parameter lines: what is done in place of drawing, after a line in `runs`.
        init(_ lines: String) throws {
            let program = try ShellProgram("exit 1")
            try program.say("echo run >> \(program.file("runs"))\n" + lines)
            self.program = program
            let pictures = WallPictures(program: program.path)
            self.pictures = pictures
            server = WebServer { request, exchange in
                exchange.holder = request.query["as"]
                pictures.answer(
                    request, exchange, DayBoard(BoardOptions()), for: exchange.holder)
            }
            port =
                try server.listen(
                    at: .network(NetworkPlace(address: "127.0.0.1", port: 0))) ?? 0
        }

        /// Asks for a picture that nobody else asks for.
        func ask(_ width: Int, as holder: String? = nil) throws -> RawConnection {
            let connection = try RawConnection(to: .port(port))
            connection.get("/board.png?size=\(width)x100" + (holder.map { "&as=\($0)" } ?? ""))
            return connection
        }

        /// How often something was drawn.
        var runs: Int {
            let text = try? String(contentsOfFile: program.file("runs"), encoding: .utf8)
            return text?.split(separator: "\n").count ?? 0
        }

        func finish() { server.finish {} }
    }

    @Test @LoopActor func `nothing is drawn for whoever is gone`() async throws {
        let bench = try Bench("exec tail -f /dev/null")
        let first = try bench.ask(100, as: "a")
        expect(await eventually { bench.runs == 1 })
        let (second, third) = (try bench.ask(101, as: "a"), try bench.ask(102, as: "a"))
        await turn()
        second.leave()
        third.leave()
        // By then both have come and gone: a fourth one, which stays, is the next that is drawn.
        let fourth = try bench.ask(103, as: "b")
        await turn()
        first.leave()
        expect(await eventually { bench.runs == 2 }, "what was begun for nobody ended")
        fourth.leave()
        let last = try bench.ask(104, as: "a")
        expect(await eventually { bench.runs == 3 })
        last.leave()
        bench.finish()
    }

    @Test @LoopActor func `strangers wait for one another, and others do not wait for them`()
        async throws
    {
        let bench = try Bench("test -e $(dirname $0)/go || exec tail -f /dev/null; exit 1")
        let first = try bench.ask(100)
        expect(await eventually { bench.runs == 1 })
        let crowd = try (1...5).map { try bench.ask(100 + $0) }
        expect(await eventually { crowd.count { !$0.received.isEmpty } == 3 })
        for connection in crowd where !connection.received.isEmpty {
            expect(await connection.answer()?.status, is: 503)
        }
        let token = try bench.ask(110, as: "a")
        await turn()
        expect(token.received, is: [], "it has a place of its own")
        for connection in crowd { connection.leave() }
        try "".write(toFile: bench.program.file("go"), atomically: true, encoding: .utf8)
        first.leave()
        expect(await token.answer()?.status, is: 500, "its turn has come, and drawing fails")
        bench.finish()
    }
}
