import Control
import Expecting
import Linux
import Support
import Testing
import Waiting

extension ControlTests {
    /// Many clients at once, some of them slow or stuck.
    struct CrowdTests {
        init() {
            LoopThread.start()
        }

        /// The numbers of the events in a client's lines, and how many it was told that it lost.
        @LoopActor
        private func account(_ client: RawClient) throws -> (numbers: [Int], lost: Int) {
            var (numbers, lost) = ([Int](), 0)
            for object in try client.objects() {
                if let number = object["uid"] as? Int { numbers.append(number) }
                if object["event"] as? String == "lost" { lost += object["count"] as? Int ?? 0 }
            }
            return (numbers, lost)
        }

        @Test @LoopActor func `a thousand clients get everything while one of them is stuck`()
            async throws
        {
            let bench = try ControlBench()
            CurrentProcess.raiseOpenFileLimit(to: 4096)
            let clients = try (0..<1000).map { _ in try bench.connect() }
            for client in clients { client.send(#"{"do":"tail"}"#) }
            expect(await eventually { clients.allSatisfy { $0.lines.count == 2 } })
            expect(bench.server?.clientCount, is: 1000)
            clients[0].isReading = false
            for round in 0..<20 {
                for number in 0..<5 { bench.publish(round * 5 + number, padding: 6000) }
                expect(
                    await eventually {
                        clients.dropFirst().allSatisfy { $0.lines.count == 2 + 5 * (round + 1) }
                    })
            }
            for client in clients[1..<10] {
                try expect(account(client).numbers, is: Array(0..<100))
            }
            clients[0].isReading = true
            expect(await eventually { clients[0].lines.last?.contains("\"uid\":99") ?? false })
            let (numbers, lost) = try account(clients[0])
            expect(numbers.count + lost, is: 100)
            #expect(lost > 0 && numbers == numbers.sorted() && numbers.last == 99)
            expect(bench.server?.counters.lostEvents, is: lost)
        }

        @Test @LoopActor func `a slow reader still gets each of its answers`() async throws {
            let bench = try ControlBench()
            let client = try bench.connect()
            client.send(#"{"do":"tail"}"#)
            _ = await client.lines(2)
            client.isReading = false
            for number in 0..<100 {
                client.send(#"{"do":"status","id":\#(number)}"#)
                bench.publish(number, padding: 10_000)
                await turn()
            }
            client.isReading = true
            // Which of the two comes last is not said.
            for last in ["\"uid\":99,", "{\"re\":99,"] {
                expect(await eventually { client.lines.suffix(3).contains { $0.contains(last) } })
            }
            #expect(
                try client.objects().compactMap { $0["re"] as? Int } == Array(0..<100))
            let (numbers, lost) = try account(client)
            #expect(lost > 0 && numbers.count + lost == 100)
        }

        @Test @LoopActor func `who has no room for a line that must be kept is cut off`()
            async throws
        {
            let bench = try ControlBench()
            bench.answersAtOnce = false
            let client = try bench.connect()
            client.isReading = false
            client.send(#"{"do":"pair"}"#)
            expect(await eventually { bench.open.count == 1 })
            for _ in 0..<100 {
                bench.open[0].exchange.tell([UInt8](repeating: UInt8(ascii: "x"), count: 10_000))
            }
            expect(await eventually { bench.server?.clientCount == 0 })
            expect(bench.server?.counters.cutOff, is: 1)
        }

        @Test @LoopActor func `recent events come first and whole, however many`() async throws {
            let bench = try ControlBench()
            bench.recent = (0..<1000).map { number in
                let text = String(repeating: "x", count: 1000)
                return Array("{\"event\":\"added\",\"uid\":\(number),\"x\":\"\(text)\"}\n".utf8)
            }
            let client = try bench.connect()
            client.isReading = false
            client.send(#"{"do":"tail","recent":1000}"#)
            expect(await eventually { !bench.requests.isEmpty })
            for number in 1000..<1100 { bench.publish(number, padding: 1000) }
            client.isReading = true
            await expect(client.lines(1102).count, is: 1102)
            try expect(account(client).numbers, is: Array(0..<1100))
        }

        @Test @LoopActor func `one client too many is told so, and may come later`() async throws {
            let bench = try ControlBench(clientLimit: 2)
            let clients = try (0..<2).map { _ in try bench.connect() }
            for client in clients { await expect(client.lines(1).count, is: 1) }
            let third = try bench.connect()
            #expect(await third.end())
            #expect(third.lines.count == 1 && third.lines[0].contains(#""error":"busy""#))
            expect(bench.server?.counters.turnedAway, is: 1)
            clients[0].close()
            expect(await eventually { bench.server?.clientCount == 1 })
            try await expect(bench.connect().lines(1).first?.contains("hello"), is: true)
        }

        @Test @LoopActor func `the bridge's own user still finds a place where others do not`()
            async throws
        {
            let bench = try ControlBench(clientLimit: 2, reserve: 1)
            let clients = try (0..<3).map { _ in try bench.connect() }
            for client in clients {
                await expect(client.lines(1).first?.contains("hello"), is: true)
            }
            let fourth = try bench.connect()
            #expect(await fourth.end())
            expect(fourth.lines.first?.contains(#""error":"busy""#), is: true)
        }

        @Test @LoopActor func `a user has only so many places, and may come again`() async throws {
            let bench = try ControlBench()
            bench.standing = .user
            let clients = try (0..<ControlLimits.clientsOfUser).map { _ in try bench.connect() }
            for client in clients { await expect(client.lines(1).count, is: 1) }
            let further = try bench.connect()
            #expect(await further.end())
            expect(
                further.lines,
                is: [
                    #"{"ok":false,"error":"busy","says":"you have 64 connections to the bridge "#
                        + #"already; close one first"}"#
                ])
            clients[5].close()
            expect(await eventually { bench.server?.clientCount == 63 })
            try await expect(bench.connect().lines(1).first?.contains("hello"), is: true)
        }

        @Test @LoopActor func `an add-on service finds a few places however many there are`()
            async throws
        {
            let bench = try ControlBench(clientLimit: 2)
            bench.standing = .user
            var clients = try (0..<2).map { _ in try bench.connect() }
            for client in clients { await expect(client.lines(1).count, is: 1) }
            bench.standing = .service
            for _ in 2..<ControlLimits.clientsOfService {
                let client = try bench.connect()
                await expect(client.lines(1).first?.contains("hello"), is: true)
                clients.append(client)
            }
            for standing in [ControlStanding.service, .user, .owner] {
                bench.standing = standing
                let further = try bench.connect()
                #expect(await further.end())
                expect(further.lines.first?.contains("has 2 clients already"), is: true)
            }
        }

        @Test @LoopActor func `what waits for all together has a limit, and the largest give way`()
            async throws
        {
            let bench = try ControlBench(allWaiting: 4 << 20)
            let follower = try bench.connect()
            follower.send(#"{"do":"tail"}"#)
            _ = await follower.lines(2)
            bench.answerSize = 300_000
            let clients = try (0..<40).map { _ in try bench.connect() }
            for client in clients {
                await expect(client.lines(1).count, is: 1)
                client.isReading = false
                client.send(#"{"do":"history","id":7}"#)
            }
            expect(await eventually { bench.requests.count == 41 })
            let server = try #require(bench.server)
            expect(await eventually { server.waitingBytes <= 4 << 20 })
            expect(await eventually { server.counters.cutOff > 20 })
            #expect(server.clientCount > 5, "not all of them had to go")
            bench.publish(1)
            expect(await eventually { follower.lines.count == 3 })
            for client in clients { client.isReading = true }
            let isWhole: @LoopActor (RawClient) -> Bool = {
                $0.lines.count == 2 && $0.lines[1].hasSuffix("\"}")
            }
            expect(
                await eventually { clients.allSatisfy { $0.isOver || isWhole($0) } })
            expect(clients.count(where: isWhole), is: server.clientCount - 1)
            expect(await eventually { server.waitingBytes < 200_000 })
        }

        @Test @LoopActor func `who gives way between two lines is told why`() async throws {
            let bench = try ControlBench(allWaiting: 2 << 20, parting: Patience.limit)
            let client = try bench.connect()
            client.isReading = false
            client.send(#"{"do":"tail"}"#)
            expect(await eventually { bench.requests.count == 1 })
            // More than the system takes, so that some of it waits here.
            for number in 0..<200 { bench.publish(number, padding: 1000) }
            await turn()
            bench.answerSize = 3 << 20
            client.send(#"{"do":"history"}"#)
            expect(await eventually { bench.server?.counters.cutOff == 1 })
            client.isReading = true
            #expect(await client.end())
            let objects = try client.objects()
            expect(objects.last?["error"] as? String, is: "unread")
            expect(bench.server?.clientCount, is: 0)
        }

        @Test @LoopActor func `what many are sent is held once`() async throws {
            let bench = try ControlBench(allWaiting: 8 << 20)
            let line = Array("{\"x\":\"\(String(repeating: "x", count: 1000))\"}\n".utf8)
            bench.board = (0..<1000).compactMap { _ in bench.server?.share(line) }
            let clients = try (0..<50).map { _ in try bench.connect() }
            for client in clients {
                client.isReading = false
                client.send(#"{"do":"tail","board":true}"#)
            }
            expect(await eventually { bench.requests.count == 50 })
            bench.publish(1, padding: 1000)
            // Fifty copies would be fifty megabytes.
            #expect(bench.server?.waitingBytes ?? .max < 6 << 20)
            for client in clients { client.isReading = true }
            for client in clients { await expect(client.lines(1003).count, is: 1003) }
            expect(bench.server?.counters.cutOff, is: 0)
            bench.board = nil
            expect(await eventually { bench.server?.waitingBytes ?? .max < 200_000 })
        }

        @Test @LoopActor func `who asks for much does not hold up who asks for little`()
            async throws
        {
            let bench = try ControlBench()
            let busy = try (0..<10).map { _ in try bench.connect() }
            let other = try bench.connect()
            for client in busy + [other] { await expect(client.lines(1).count, is: 1) }
            let many = [String](repeating: #"{"do":"phones"}"#, count: 500)
            for client in busy { client.send(many.joined(separator: "\n")) }
            other.send(#"{"do":"status"}"#)
            expect(await eventually { bench.requests.contains { $0 is StatusRequest } })
            // In turns it is asked before a second round of all the others is over.
            expect(await eventually { bench.requests.count == 5001 })
            #expect(try #require(bench.requests.firstIndex { $0 is StatusRequest }) < 1000)
        }

        @Test @LoopActor func `each hears what it asked for`() async throws {
            let bench = try ControlBench()
            let call = ControlTags(
                category: "incoming_call", apps: ["com.apple.mobilephone", "Phone"], phone: "Anna's"
            )
            let mail = ControlTags(
                category: "email", apps: ["com.apple.mobilemail", "Mail"], phone: "Ben's")
            let events = [
                call, mail, ControlTags(phone: "Anna's"), ControlTags(),
                ControlTags(category: "email", phone: "Ben's", isSource: true),
            ]
            let wanted: [(String, [Int])] = [
                (#"{"do":"tail"}"#, [0, 1, 2, 3]),
                (#"{"do":"tail","source":true}"#, [0, 1, 2, 3, 4]),
                (#"{"do":"tail","categories":["email"]}"#, [1]),
                (#"{"do":"tail","apps":["COM.apple.mobilephone"]}"#, [0]),
                (#"{"do":"tail","apps":["mail","Phone"]}"#, [0, 1]),
                (#"{"do":"tail","phones":["Anna's"]}"#, [0, 2]),
                (#"{"do":"tail","phones":["Anna's"],"categories":["email"]}"#, []),
                (#"{"do":"status"}"#, []),
            ]
            let clients = try wanted.map { _ in try bench.connect() }
            for (client, (request, _)) in zip(clients, wanted) { client.send(request) }
            for client in clients { await expect(client.lines(2).count, is: 2) }
            for (number, tags) in events.enumerated() { bench.publish(number, tags) }
            await bench.finish()
            for (client, (request, numbers)) in zip(clients, wanted) {
                #expect(await client.end())
                try expect(account(client).numbers, is: numbers, "\(request)")
            }
        }
    }
}
