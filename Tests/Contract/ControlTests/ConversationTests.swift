import Control
import Expecting
import Linux
import Support
import Testing

extension ControlTests {
    /// Requests and answers over a real socket.
    struct ConversationTests {
        private static let hello = #"{"v":1,"hello":"callboard","version":"0.1.0"}"#

        init() {
            LoopThread.start()
        }

        @Test @LoopActor func `a client is greeted, answered and told its own names`() async throws
        {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(#"{"do":"status","id":7}"#)
            client.send(#"{"id":"b","do":"act","action":"answer"}"#)
            client.send(#"{"do":"reload"}"#)
            let lines = await client.lines(4)
            expect(
                lines,
                is: [
                    Self.hello, #"{"re":7,"ok":true,"phones":1}"#,
                    #"{"re":"b","ok":false,"error":"not_found","says":"no call rings"}"#,
                    #"{"ok":true}"#,
                ])
            expect(bench.asks(StatusRequest(), ActRequest(.answer), ReloadRequest()), is: true)
        }

        @Test @LoopActor func `a request may come in two parts, cut anywhere`() async throws {
            let bench = try ControlBench()
            let request = Array((#"{"do":"forget","phone":"Zoë","id":1}"# + "\n").utf8)
            for cut in 1..<request.count {
                let client = try bench.connect()
                client.send(Array(request[..<cut]))
                _ = await client.lines(1)
                client.send(Array(request[cut...]))
                await expect(client.lines(2).count, is: 2)
            }
            expect(bench.requests.count, is: request.count - 1)
            #expect(bench.requests.allSatisfy { $0.isSame(as: ForgetRequest(phone: "Zoë")) })
        }

        @Test @LoopActor func `a request that the bridge forgets is answered all the same`()
            async throws
        {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(#"{"do":"forget","phone":"x","id":1}"#)
            await expect(
                client.lines(2).last,
                is: #"{"re":1,"ok":false,"error":"failed","says":"the bridge gave no answer"}"#)
        }

        @Test @LoopActor func `answers may come late and in another order`() async throws {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            client.send(#"{"do":"pair","id":1}"#)
            client.send(#"{"do":"reply","yes":true,"id":2}"#)
            expect(await eventually { bench.open.count == 2 })
            bench.open[0].exchange.tell(Array((#"{"event":"question"}"# + "\n").utf8))
            bench.open[1].exchange.done()
            bench.open[0].exchange.done()
            bench.open[0].exchange.done()
            await expect(
                client.lines(4).dropFirst(),
                is: [
                    #"{"event":"question"}"#, #"{"re":2,"ok":true}"#, #"{"re":1,"ok":true}"#,
                ])
        }

        @Test(arguments: [true, false])
        @LoopActor func `a client that has ended sending gets its answers`(_ hasLineEnd: Bool)
            async throws
        {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            client.send(#"{"do":"status","id":1}"#)
            client.send(Array(#"{"do":"phones","id":2}"#.utf8) + (hasLineEnd ? [0x0A] : []))
            expect(await eventually { client.hasSent })
            client.endSending()
            expect(await eventually { bench.open.count == 2 })
            #expect(!client.isOver)
            for (_, exchange) in bench.open { exchange.done() }
            bench.dropOpenRequests()
            #expect(await client.end())
            expect(client.lines.dropFirst(), is: [#"{"re":1,"ok":true}"#, #"{"re":2,"ok":true}"#])
        }

        @Test @LoopActor func `one that has ended sending still follows events until it goes`()
            async throws
        {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(#"{"do":"tail"}"#)
            await expect(client.lines(2).count, is: 2)
            client.endSending()
            bench.publish(1)
            await expect(client.lines(3).count, is: 3)
            client.close()
            expect(await eventually { bench.server?.clientCount == 0 })
        }

        @Test @LoopActor func `thousands of requests at once are all answered in order`()
            async throws
        {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.isReading = false
            for number in 0..<20_000 { client.send(#"{"do":"status","id":\#(number)}"#) }
            await turn()
            // The answers wait in the client's way, so the server has stopped reading.
            #expect(!client.hasSent)
            client.isReading = true
            let lines = await client.lines(20_001)
            expect(
                lines.dropFirst(),
                is: (0..<20_000).map { #"{"re":\#($0),"ok":true,"phones":1}"# }[...])
        }

        @Test @LoopActor func `empty lines are passed over, however many there are`() async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            _ = await client.lines(1)
            let empty = [UInt8](repeating: 0x0A, count: 1000)
            client.send(empty + Array((#"{"do":"status"}"# + "\n").utf8))
            await expect(client.lines(2).last, is: #"{"ok":true,"phones":1}"#)
        }

        @Test @LoopActor func `so many unanswered requests and no more are taken`() async throws {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            for number in 0..<40 { client.send(#"{"do":"status","id":\#(number)}"#) }
            expect(await eventually { bench.open.count == ControlLimits.openRequests })
            await turn()
            expect(bench.open.count, is: ControlLimits.openRequests)
            while bench.requests.count < 40 || !bench.open.isEmpty {
                let open = bench.open
                bench.dropOpenRequests()
                for (_, exchange) in open { exchange.done() }
                await turn()
            }
            await expect(client.lines(41).count, is: 41)
        }

        @Test @LoopActor func `whoever asked is known to be gone`() async throws {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            client.send(#"{"do":"pair"}"#)
            expect(await eventually { bench.open.count == 1 })
            var gone = 0
            for _ in 1...3 { bench.open[0].exchange.whenGone("one") { gone += 1 } }
            #expect(gone == 0 && !bench.open[0].exchange.isGone)
            client.close()
            expect(await eventually { gone == 1 }, "handlers of one key are one")
            bench.open[0].exchange.whenGone("one") { gone += 1 }
            #expect(gone == 2 && bench.open[0].exchange.isGone)
            bench.open[0].exchange.done()
        }

        @Test @LoopActor func `a client that goes at once is still heard`() async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(#"{"do":"reload"}"#)
            expect(await eventually { client.hasSent })
            client.close()
            expect(
                await eventually { bench.asks(ReloadRequest()) && bench.server?.clientCount == 0 })
        }
    }
}
