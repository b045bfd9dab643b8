import BusSupport
import DBus
import Expecting
import Linux
import Support
import Testing
import Waiting

struct BusReturnTests {
    @Test func `after the bus comes back everything is as it was`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let (client, server) = (await bench.connect(), await bench.connect())
            let lamp = BusObject([BusInterface("a.Lamp", properties: [BusProperty("N", .byte(0))])])
            try server.connection.export(lamp, at: "/lamp")
            _ = await server.own("a.Server")
            var (changes, owners): ([BusValue?], [String?]) = ([], [])
            _ = try client.connection.watch(
                MatchRule(sender: "a.Server", member: "PropertiesChanged")
            ) { changes.append($0.arguments[1].asDictionary?["N"]) }
            _ = try client.connection.watchOwner(of: "a.Server") { owners.append($0) }
            await client.settle()
            for round in 1...3 {
                lamp.set("N", of: "a.Lamp", to: .byte(UInt8(round)))
                expect(await eventually { changes.count == round })
                bench.kill()
                expect(await eventually { !client.isConnected && !server.isConnected })
                expect(client.events.last, is: .disconnected(.closed))
                expect(await eventually { owners.last == .some(nil) })
                // What nobody hears is not made up for.
                lamp.set("N", of: "a.Lamp", to: .byte(0))
                try bench.start()
                expect(await eventually { client.isConnected && server.isConnected })
                expect(await eventually { owners.last == server.name })
                let answer = await client.ask(
                    BusCall(
                        "a.Server", "/lamp", "org.freedesktop.DBus.Properties", "GetAll",
                        [.string("a.Lamp")]))
                expect(answer, is: .success([.dictionary(["N": .byte(0)])]))
            }
            expect(changes, is: [.byte(1), .byte(2), .byte(3)])
            expect(client.events.count, is: 7, "\(client.events)")
        }
    }

    @Test func `a bus that is not there yet is told once and found later`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            let peer = BusPeer(BusConnection(bench.address, patience: BusBench.patience))
            var signals = 0
            _ = try peer.connection.watch(MatchRule(interface: "a.Thing")) { _ in signals += 1 }
            peer.start()
            expect(await eventually { !peer.events.isEmpty })
            await pause(.milliseconds(200))
            expect(peer.events, is: [.disconnected(.unreachable)])
            try bench.start()
            expect(await eventually { peer.isConnected })
            try peer.connection.emit(BusSignal("/a", "a.Thing", "Changed"))
            expect(await eventually { signals == 1 })
            peer.connection.stop()
        }
    }

    @Test func `stopping ends it, and starting begins again`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let peer = await bench.connect()
            for _ in 0..<3 {
                peer.connection.stop()
                #expect(!peer.isConnected)
                peer.start()
                peer.start()
                expect(await eventually { peer.isConnected })
            }
            // A stop during the attempt, and one by a handler.
            peer.connection.stop()
            peer.start()
            peer.connection.stop()
            // The bus takes one after the other, and so does the loop.
            _ = await bench.connect()
            #expect(!peer.isConnected && peer.events.count == 4)
            var events = 0
            peer.connection.start { _ in
                events += 1
                peer.connection.stop()
            }
            expect(await eventually { events > 0 })
            _ = await bench.connect()
            #expect(!peer.isConnected && events == 1)
        }
    }

    static let nonsense: [(answer: [UInt8], why: String)] = [
        ([], "closes at once"), (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "no bus"),
        (Array("REJECTED EXTERNAL\r\n".utf8), "refuses"),
        (Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8), "lets in and closes"),
        (
            Array("OK 0123456789abcdef0123456789abcdef\r\nERROR\r\n".utf8)
                + Array(repeating: 0xFF, count: 4096), "lets in and speaks nonsense"
        ),
        (Array(repeating: 0, count: 1 << 16), "zeros"),
        (Array(repeating: UInt8(ascii: "A"), count: 1 << 16), "a line without an end"),
    ]

    @Test(arguments: nonsense)
    func `nonsense in the place of a bus is left, and tried again`(
        answer: [UInt8], why: String
    ) async throws {
        try await LoopThread.run {
            let bus = try FalseBus(answering: answer)
            let peer = BusPeer(BusConnection(.at(bus.address), patience: BusBench.patience))
            peer.start()
            expect(await eventually { bus.visits >= 3 }, "\(why)")
            expect(peer.events, is: [.disconnected(.closed)], "\(why)")
            peer.connection.stop()
        }
    }

    @Test func `a bus that stays silent is left in time`() async throws {
        try await LoopThread.run {
            let bus = try FalseBus(answering: nil)
            let patience = BusPatience(
                greeting: .milliseconds(20), firstPause: .milliseconds(1),
                longestPause: .milliseconds(5))
            let peer = BusPeer(BusConnection(.at(bus.address), patience: patience))
            peer.start()
            expect(await eventually { bus.visits >= 3 })
            expect(peer.events, is: [.disconnected(.silent)])
            peer.connection.stop()
        }
    }

    @Test func `a bus that takes no more clients does not hold up the loop`() async throws {
        try await LoopThread.run {
            var bus: FalseBus? = try FalseBus(answering: nil, welcomes: false)
            let address = try #require(bus).address
            let patience = BusPatience(
                greeting: .milliseconds(20), firstPause: .milliseconds(1),
                longestPause: .milliseconds(5))
            let peer = BusPeer(BusConnection(.at(address), patience: patience))
            peer.start()
            expect(await eventually { peer.events == [.disconnected(.silent)] })
            peer.connection.stop()
            // With the listener the wait ends.
            bus = nil
            await turn()
            expect(peer.events.count, is: 1)
        }
    }

    @Test(arguments: ["", "nonsense", "unix:path=/nowhere/at/all", "unix:\0", "tcp:host=;"])
    func `an address that leads nowhere is unreachable`(address: String) async throws {
        await LoopThread.run {
            let peer = BusPeer(BusConnection(.at(address), patience: BusBench.patience))
            peer.start()
            expect(await eventually { !peer.events.isEmpty })
            expect(peer.events, is: [.disconnected(.unreachable)])
            peer.connection.stop()
        }
    }
}
