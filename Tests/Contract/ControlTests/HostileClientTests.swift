import Control
import Expecting
import Linux
import Support
import Testing

extension ControlTests {
    /// What a client may do wrong, by mistake or on purpose, and that nobody else notices.
    struct HostileClientTests {
        init() {
            LoopThread.start()
        }

        @LoopActor
        private func expectServing(_ bench: ControlBench) async throws {
            let client = try bench.connect()
            client.send(#"{"do":"status"}"#)
            await expect(client.lines(2).last, is: #"{"ok":true,"phones":1}"#)
        }

        @Test(arguments: [
            (Array("{\0}".utf8), "a zero byte"), ([0x7B, 0xFF, 0xFE, 0x7D], "invalid UTF-8"),
            ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "a byte order mark"),
            (Array("GET / HTTP/1.1".utf8), "http"),
            (Array(repeating: UInt8(ascii: "["), count: 60_000), "deep nesting"),
            (Array("{}".utf8), "nothing asked"), (Array("null".utf8), "no object"),
        ])
        @LoopActor func `nonsense gets an error, and the next line an answer`(
            _ line: [UInt8], _ what: String
        ) async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(line + [0x0A])
            client.send(#"{"do":"status","id":2}"#)
            _ = await client.lines(3)
            let objects = try client.objects()
            #expect(objects.dropFirst().first?["error"] as? String == "bad_request", "\(what)")
            let says = objects.dropFirst().first?["says"] as? String ?? ""
            #expect(says.hasPrefix("line 1"), "\(what): \(says)")
            #expect(objects.last?["re"] as? Int == 2, "\(what)")
        }

        @Test @LoopActor func `a client that goes on with nonsense is cut off`() async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            for _ in 0..<(ControlLimits.mistakes - 1) { client.send("?") }
            client.send(#"{"do":"status"}"#)
            for _ in 0..<100 { client.send("?") }
            #expect(await client.end())
            let errors = try client.objects().compactMap { $0["error"] as? String }
            expect(errors.count, is: 2 * ControlLimits.mistakes - 1 + 1)
            expect(errors.last, is: "garbage")
            expect(bench.server?.counters.cutOff, is: 1)
            try await expectServing(bench)
        }

        @Test @LoopActor func `empty lines and those of other systems are no mistakes`()
            async throws
        {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(Array("\n\r\n \t\n\n\n\n\n\n\n\n\n{\"do\":\"status\"}\r\n".utf8))
            await expect(client.lines(2).last, is: #"{"ok":true,"phones":1}"#)
        }

        @Test @LoopActor func `the longest line is read, one byte more is the end`() async throws {
            let bench = try ControlBench()
            let request = #"{"do":"status"}"#
            for (extra, isTaken) in [(0, true), (1, false)] {
                let client = try bench.connect()
                let padding = ControlLimits.requestLine - request.utf8.count + extra
                client.send(request + String(repeating: " ", count: padding))
                let last = await client.lines(2).last ?? ""
                expect(last.contains("\"ok\":true"), is: isTaken)
                if !isTaken {
                    #expect(await client.end())
                    #expect(last.contains("too_long"))
                }
            }
        }

        @Test @LoopActor func `an endless line is cut off`() async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send([UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20))
            #expect(await client.end())
            expect(client.lines.last?.contains("too_long"), is: true)
            expect(bench.server?.clientCount, is: 0)
            try await expectServing(bench)
        }

        @Test @LoopActor func `one that is cut off and does not read is let go in time`()
            async throws
        {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.isReading = false
            for number in 0..<3000 { client.send(#"{"do":"status","id":\#(number)}"#) }
            client.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
            await turn()
            client.close()
            expect(await eventually { bench.server?.clientCount == 0 })
        }

        @Test @LoopActor func `a client that vanishes in the middle of a line did not ask`()
            async throws
        {
            let bench = try ControlBench()
            let request = Array(#"{"do":"forget","phone":"Anna"}"#.utf8)
            for length in 0..<request.count {
                let client = try bench.connect()
                client.send(Array(request[..<length]))
                expect(await eventually { client.hasSent })
                client.close()
            }
            expect(await eventually { bench.server?.clientCount == 0 })
            #expect(bench.requests.isEmpty)
        }

        @Test @LoopActor func `any bytes at all leave the server as it was`() async throws {
            let bench = try ControlBench()
            var random = RepeatableRandom(seed: 4)
            let words = [
                #"{"do":"#, #""status""#, "}", "\n", #""tail","recent":5"#, "{", "\"", ",", "\\u00",
                #""id":1"#, "[", "\u{0}",
            ].map { Array($0.utf8) }
            for _ in 0..<150 {
                let client = try bench.connect()
                var bytes: [UInt8] = []
                for _ in 0..<(random.next() % 200) {
                    if random.next() % 4 == 0 {
                        bytes.append(UInt8(truncatingIfNeeded: random.next()))
                    } else {
                        bytes += words[Int(random.next() % UInt64(words.count))]
                    }
                }
                client.send(bytes)
                expect(await eventually { client.hasSent || client.isOver })
                client.endSending()
                if random.next() % 2 == 0 { client.close() } else { client.send("") }
            }
            try await expectServing(bench)
        }
    }
}
