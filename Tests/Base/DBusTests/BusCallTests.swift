import BusSupport
import DBus
import Expecting
import Foundation
import Linux
import Support
import Testing

struct BusCallTests {
    /// An object that answers, fails, stays silent and drops.
    @LoopActor
    private final class Oracle {
        var kept: [BusRequest] = []
        var senders: Set<String> = []
        private(set) lazy var object = BusObject([
            BusInterface(
                "a.Oracle",
                methods: [
                    BusMethod("Echo", takes: "v", returns: "v") { [weak self] request in
                        self?.senders.insert(request.sender)
                        request.reply(request.arguments)
                        request.reply([])
                    },
                    BusMethod("Fail") { $0.fail("a.Error.Failed", "code 0xa2") },
                    BusMethod("FailBadly") { $0.fail("no name", "a\0b") },
                    BusMethod("ReplyBadly") { $0.reply([.path("")]) },
                    BusMethod("Drop") { _ in },
                    BusMethod("Keep") { [weak self] in self?.kept.append($0) },
                ])
        ])
    }

    @LoopActor
    private static func withOracle(
        _ body: @LoopActor (BusPeer, BusPeer, Oracle, BusBench) async throws -> Void
    ) async throws {
        let bench = try BusBench()
        try bench.start()
        let (client, server) = (await bench.connect(), await bench.connect())
        let oracle = Oracle()
        try server.connection.export(oracle.object, at: "/o")
        try await body(client, server, oracle, bench)
    }

    private static func call(_ server: String, _ member: String, _ arguments: [BusValue] = [])
        -> BusCall
    {
        BusCall(server, "/o", "a.Oracle", member, arguments)
    }

    @Test func `a call to the bus is answered`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let peer = await bench.connect()
            expect(peer.events.last, is: .connected(uniqueName: peer.name))
            let answer = await peer.askBus("GetNameOwner", [.string(peer.name)])
            expect(answer, is: .success([.string(peer.name)]))
        }
    }

    @Test func `values of all sizes go to another and come back`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, oracle, _ in
                let values: [BusValue] = [
                    .dictionary(["A": .bytes([1, 2]), "B": .strings(["x"])]),
                    .string(String(repeating: "long ", count: 1_000_000)),
                    .array(of: "u", (0..<100_000).map { .uint32($0) }),
                    (1..<30).reduce(.byte(1)) { value, _ in .variant(value) },
                ]
                for value in values {
                    let answer = await client.ask(
                        Self.call(server.name, "Echo", [.variant(value)]))
                    expect(answer, is: .success([.variant(value)]))
                }
                expect(oracle.senders, is: [client.name])
            }
        }
    }

    static let failures: [(member: String, error: String, message: String)] = [
        ("Fail", "a.Error.Failed", "code 0xa2"),
        ("FailBadly", BusErrorName.failed, "The answer cannot be sent"),
        ("ReplyBadly", BusErrorName.failed, "The answer cannot be sent"),
        ("Drop", BusErrorName.failed, "The request was left unanswered"),
        ("Other", BusErrorName.unknownMethod, "There is no such method"),
        ("Echo", BusErrorName.invalidArguments, "This takes arguments of the types 'v'"),
    ]

    @Test(arguments: failures)
    func `a call that fails says so`(member: String, error: String, message: String) async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, _, _ in
                let answer = await client.ask(Self.call(server.name, member))
                expect(answer, is: .failure(.remote(name: error, message: message)))
            }
        }
    }

    @Test func `nobody there, no object, no interface`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, _, _ in
                let calls: [(BusCall, String)] = [
                    (BusCall("no.One", "/o", "a.Oracle", "Drop"), BusErrorName.nameHasNoOwner),
                    (BusCall(server.name, "/x", "a.Oracle", "Drop"), BusErrorName.unknownObject),
                    (BusCall(server.name, "/o", "b.Oracle", "Drop"), BusErrorName.unknownInterface),
                ]
                for (call, expected) in calls {
                    guard case .failure(.remote(let name, _)) = await client.ask(call) else {
                        Issue.record("\(expected) did not come")
                        continue
                    }
                    expect(name, is: expected)
                }
            }
        }
    }

    @Test func `what cannot be sent is refused, and not before the call returns`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, _, _ in
                var answers: [BusAnswered] = []
                client.connection.call(BusCall("", "/", "a.b", "C")) { answers.append($0) }
                #expect(answers.isEmpty)
                await client.settle()
                expect(answers, is: [.failure(.invalid(.name))])
            }
        }
    }

    @Test func `a call without an answer ends in time`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, oracle, _ in
                let answer = await client.ask(
                    Self.call(server.name, "Keep"), within: .milliseconds(20))
                expect(answer, is: .failure(.timedOut))
                // The answer that comes late reaches nobody.
                expect(await eventually { oracle.kept.count == 1 })
                oracle.kept[0].reply()
                let next = await client.ask(Self.call(server.name, "Echo", [.variant(.byte(1))]))
                expect(next, is: .success([.variant(.byte(1))]))
            }
        }
    }

    @Test func `a call may be withdrawn`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, _, _ in
                var answers = 0
                let call = Self.call(server.name, "Echo", [.variant(.byte(1))])
                let id = client.connection.call(call) { _ in answers += 1 }
                client.connection.withdraw(id)
                client.connection.withdraw(id)
                _ = await client.ask(call)
                expect(answers, is: 0)
            }
        }
    }

    @Test(arguments: ["stop", "kill", "server"])
    func `every call that waits is answered once when the connection ends`(
        how: String
    ) async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, oracle, bench in
                var answers: [BusAnswered] = []
                for _ in 0..<100 {
                    client.connection.call(Self.call(server.name, "Keep")) { answers.append($0) }
                }
                expect(await eventually { oracle.kept.count == 100 })
                switch how {
                case "stop": client.connection.stop()
                case "kill": bench.kill()
                default: server.connection.stop()
                }
                expect(await eventually { answers.count == 100 })
                for answer in answers {
                    if how == "server" {
                        #expect(throws: BusError.self) { try answer.get() }
                        #expect(answer != .failure(.disconnected))
                    } else {
                        expect(answer, is: .failure(.disconnected))
                    }
                }
                // Answering over a connection that is gone does nothing.
                for request in oracle.kept { request.reply() }
                oracle.kept = []
                switch how {
                case "stop": await server.settle()
                case "server": await client.settle()
                default: break
                }
                await turn()
                expect(answers.count, is: 100)
            }
        }
    }

    @Test func `without a connection calls are answered as disconnected`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            let peer = BusPeer(BusConnection(bench.address, patience: BusBench.patience))
            await expect(peer.askBus("GetId"), is: .failure(.disconnected))
            peer.start()
            await expect(peer.askBus("GetId"), is: .failure(.disconnected))
            peer.connection.stop()
            await expect(peer.askBus("GetId"), is: .failure(.disconnected))
        }
    }

    @Test func `too many calls at once are answered as busy`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, oracle, _ in
                var (busy, others) = (0, 0)
                for _ in 0..<BusLimits.pendingCalls + 10 {
                    client.connection.call(Self.call(server.name, "Keep")) { answer in
                        if answer == .failure(.busy) { busy += 1 } else { others += 1 }
                    }
                }
                // The server keeps so many, and refuses the rest.
                expect(
                    await eventually {
                        busy == 10 && others == BusLimits.pendingCalls - BusLimits.openRequests
                    })
                expect(oracle.kept.count, is: BusLimits.openRequests)
                oracle.kept = []
                expect(await eventually { others == BusLimits.pendingCalls })
            }
        }
    }

    @Test func `the peer interface answers`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, _, _ in
                let peer = "org.freedesktop.DBus.Peer"
                await expect(
                    client.ask(BusCall(server.name, "/any", peer, "Ping")), is: .success([]))
                let answer = await client.ask(BusCall(server.name, "/", peer, "Nothing"))
                #expect(throws: BusError.self) { try answer.get() }
            }
        }
    }

    @Test func `thousands of calls leave nothing behind`() async throws {
        try await LoopThread.run {
            try await Self.withOracle { client, server, _, _ in
                let text = BusValue.variant(.string(String(repeating: "x", count: 32_768)))
                @LoopActor func run(_ count: Int) async {
                    for _ in 0..<count / 100 {
                        var answers = 0
                        for _ in 0..<100 {
                            client.connection.call(Self.call(server.name, "Echo", [text])) {
                                if case .success = $0 { answers += 1 }
                            }
                        }
                        let all = await eventually { answers == 100 }
                        #expect(all)
                    }
                }
                await run(500)
                let before = Self.memory()
                await run(3000)
                // One leaked message for each call would keep twice as much. Other tests, which run
                // at the same time, give theirs back.
                let isGivenBack = await eventually {
                    Self.memory() - before < 3000 * 32_768 / 2
                }
                #expect(isGivenBack, "\(Self.memory() - before) bytes more")
            }
        }
    }

    /// A sanitizer keeps what was freed, and one of them looks for leaks itself.
    private static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
        unsafe dlsym(nil, name) != nil
    }

    /// The memory of this process, in bytes, where that tells something.
    private static func memory() -> Int {
        guard !isSanitized,
            let status = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = status.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * 4096
    }
}
