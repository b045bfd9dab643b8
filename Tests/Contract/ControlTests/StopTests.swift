import Control
import Expecting
import Linux
import Support
import Testing

extension ControlTests {
    /// The end of the server, and what it leaves behind.
    struct StopTests {
        init() {
            LoopThread.start()
        }

        @Test @LoopActor func `everybody is told goodbye and gets what waits`() async throws {
            let bench = try ControlBench()
            let clients = try (0..<20).map { _ in try bench.connect() }
            for client in clients { client.send(#"{"do":"tail"}"#) }
            expect(await eventually { clients.allSatisfy { $0.lines.count == 2 } })
            for number in 0..<100 { bench.publish(number, padding: 1000) }
            await bench.finish()
            for client in clients {
                #expect(await client.end())
                expect(client.lines.count, is: 103)
                expect(client.lines.last, is: #"{"v":1,"event":"bye"}"#)
            }
            #expect(!SocketPlace.isTaken(bench.path))
            #expect(throws: Errno.noEntry) { _ = try bench.connect() }
        }

        @Test @LoopActor func `one that hangs is not waited for longer than said`() async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(#"{"do":"tail"}"#)
            _ = await client.lines(2)
            client.isReading = false
            for number in 0..<100 { bench.publish(number, padding: 10_000) }
            await bench.finish(within: .milliseconds(50))
            expect(bench.server?.clientCount, is: 0)
            await bench.finish()
        }

        @Test @LoopActor func `what was not answered is refused`() async throws {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            client.send(#"{"do":"pair","id":1}"#)
            expect(await eventually { bench.open.count == 1 })
            await bench.finish()
            #expect(await client.end())
            expect(
                client.lines.dropFirst().first?.contains(#""re":1,"ok":false,"error":"stopping""#),
                is: true)
            expect(client.lines.count, is: 3)
            bench.open[0].exchange.done()
        }

        @Test @LoopActor func `what was not even taken is not taken any more`() async throws {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            let request = Array((#"{"do":"status"}"# + "\n").utf8)
            client.send((0..<2 * ControlLimits.openRequests).flatMap { _ in request })
            expect(await eventually { bench.open.count == ControlLimits.openRequests })
            await bench.finish()
            #expect(await client.end())
            expect(bench.requests.count, is: ControlLimits.openRequests)
            expect(client.lines.count, is: 1 + ControlLimits.openRequests + 1)
            expect(client.lines.last, is: #"{"v":1,"event":"bye"}"#)
        }

        @Test @LoopActor func `two servers cannot have one path, and the first goes on`()
            async throws
        {
            let bench = try ControlBench()
            var error: SocketError?
            do throws(SocketError) {
                _ = try ControlServer(
                    at: SocketPlace(path: bench.path), version: "0.1.0",
                    router: ControlRouter(), delegate: bench)
            } catch let thrown {
                error = thrown
            }
            expect(error, is: .inUse(bench.path))
            try await expect(bench.connect().lines(1).count, is: 1)
        }
    }
}
