import BusSupport
import DBus
import Expecting
import Linux
import Support
import Testing

struct BusSignalTests {
    /// What is sent: from /a/b, in a.Thing, called Changed, with "one".
    static let rules: [(rule: MatchRule, fits: Bool)] = [
        (MatchRule(), true), (MatchRule(path: "/a/b"), true), (MatchRule(path: "/a"), false),
        (MatchRule(pathNamespace: "/a"), true), (MatchRule(pathNamespace: "/a/b"), true),
        (MatchRule(pathNamespace: "/"), true), (MatchRule(pathNamespace: "/a/b/c"), false),
        (MatchRule(pathNamespace: "/a/bc"), false), (MatchRule(interface: "a.Thing"), true),
        (MatchRule(interface: "a.Other"), false), (MatchRule(member: "Changed"), true),
        (MatchRule(member: "Other"), false), (MatchRule(firstArgument: "one"), true),
        (MatchRule(firstArgument: "on"), false), (MatchRule(firstArgument: "o'n\\e"), false),
        (MatchRule(sender: "a.Sender"), true), (MatchRule(sender: "a.Nobody"), false),
        (MatchRule(sender: "org.freedesktop.DBus", member: "Changed"), false),
        (
            MatchRule(
                sender: "a.Sender", path: "/a/b", interface: "a.Thing", member: "Changed",
                firstArgument: "one"), true
        ),
    ]

    @Test(arguments: rules, [true, false])
    func `a watch gets the signals that fit`(
        row: (rule: MatchRule, fits: Bool), isAlone: Bool
    ) async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let (sender, listener) = (await bench.connect(), await bench.connect())
            await expect(sender.own("a.Sender"), is: .success(true))
            var signals: [BusSignal] = []
            let watch = try listener.connection.watch(row.rule) { signals.append($0) }
            var all = 0
            if !isAlone {
                // With this the bus sends everything, and we choose.
                _ = try listener.connection.watch(MatchRule(interface: "a.Thing")) { _ in all += 1 }
            }
            await listener.settle()
            let sent = BusSignal("/a/b", "a.Thing", "Changed", [.string("one"), .byte(2)])
            try sender.connection.emit(sent)
            await sender.settle()
            await listener.settle()
            var expected = sent
            expected.sender = sender.name
            expect(signals.filter { $0.interface == "a.Thing" }, is: (row.fits ? [expected] : []))
            expect(all, is: (isAlone ? 0 : 1))
            listener.connection.end(watch)
            try sender.connection.emit(sent)
            await sender.settle()
            await listener.settle()
            expect(signals.count { $0.interface == "a.Thing" }, is: (row.fits ? 1 : 0))
        }
    }

    @Test func `a signal of somebody else in the sender's name does not count`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let (sender, liar) = (await bench.connect(), await bench.connect())
            let listener = await bench.connect()
            await expect(sender.own("a.Sender"), is: .success(true))
            await expect(liar.own("a.Sender"), is: .success(false))
            var senders: [String] = []
            _ = try listener.connection.watch(
                MatchRule(sender: "a.Sender", interface: "a.Thing")
            ) { senders.append($0.sender) }
            await listener.settle()
            let signal = BusSignal("/a", "a.Thing", "Changed")
            try liar.connection.emit(signal, to: listener.name)
            await liar.settle()
            try sender.connection.emit(signal, to: listener.name)
            await sender.settle()
            await listener.settle()
            expect(senders, is: [sender.name])
        }
    }

    @Test func `the owner of a name is told, and each new one`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let listener = await bench.connect()
            var owners: [String?] = []
            let watch = try listener.connection.watchOwner(of: "a.Sender") { owners.append($0) }
            expect(await eventually { owners == [nil] })
            let first = await bench.connect()
            _ = await first.own("a.Sender")
            expect(await eventually { owners == [nil, first.name] })
            let name = first.name
            first.connection.stop()
            expect(await eventually { owners == [nil, name, nil] })
            let second = await bench.connect()
            _ = await second.own("a.Sender")
            expect(await eventually { owners == [nil, name, nil, second.name] })
            // Whoever comes later is told as well.
            var late: [String?] = []
            _ = try listener.connection.watchOwner(of: "a.Sender") { late.append($0) }
            #expect(late.isEmpty)
            expect(await eventually { late == [second.name] })
            listener.connection.end(watch)
            second.connection.stop()
            expect(await eventually { late.last == .some(nil) })
            expect(owners.count, is: 4)
        }
    }

    @Test func `a bus that was slow is asked again who owns a name`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let sender = await bench.connect()
            _ = await sender.own("a.Sender")
            var patience = BusBench.patience
            patience.answer = .milliseconds(200)
            let listener = await bench.connect(patience)
            bench.hold()
            var owners: [String?] = []
            _ = try listener.connection.watchOwner(of: "a.Sender") { owners.append($0) }
            let call = BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
            // By then what was asked first is given up.
            await expect(listener.ask(call, within: .milliseconds(400)), is: .failure(.timedOut))
            #expect(owners.isEmpty)
            bench.goOn()
            expect(await eventually { owners == [sender.name] })
            // And the news of it come as well.
            sender.connection.stop()
            expect(await eventually { owners.last == .some(nil) })
        }
    }

    @Test func `a bus that refuses the rule for an owner is asked again`() async throws {
        try await LoopThread.run {
            let bench = try BusBench(rules: 0)
            try bench.start()
            let listener = await bench.connect()
            var owners: [String?] = []
            _ = try listener.connection.watchOwner(of: "a.Sender") { owners.append($0) }
            expect(await eventually { owners == [nil] })
            // Without the rule nobody tells of it.
            let sender = await bench.connect()
            _ = await sender.own("a.Sender")
            expect(await eventually { owners == [nil, sender.name] })
        }
    }

    @Test func `a signal reaches a watch whose owner comes later`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let (sender, listener) = (await bench.connect(), await bench.connect())
            var count = 0
            _ = try listener.connection.watch(MatchRule(sender: "a.Sender")) { _ in count += 1 }
            await listener.settle()
            _ = await sender.own("a.Sender")
            for _ in 0..<1000 {
                try sender.connection.emit(BusSignal("/a", "a.Thing", "Changed"))
            }
            expect(await eventually { count == 1000 })
        }
    }

    @Test func `a handler may end any watch`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let (sender, listener) = (await bench.connect(), await bench.connect())
            let watches = Watches()
            var count = 0
            for _ in 0..<3 {
                let watch = try listener.connection.watch(MatchRule(interface: "a.Thing")) { _ in
                    count += 1
                    for watch in watches.all { listener.connection.end(watch) }
                }
                watches.all.append(watch)
            }
            await listener.settle()
            try sender.connection.emit(BusSignal("/a", "a.Thing", "Changed"))
            await sender.settle()
            await listener.settle()
            expect(count, is: 1)
        }
    }

    @LoopActor
    private final class Watches {
        var all: [BusWatch] = []
    }

    static let invalid: [MatchRule] = [
        MatchRule(sender: "x"), MatchRule(path: "a"), MatchRule(pathNamespace: "/a/"),
        MatchRule(interface: "a"), MatchRule(member: "a'"), MatchRule(firstArgument: "\0"),
    ]

    @Test(arguments: invalid)
    func `a rule that cannot be is refused`(rule: MatchRule) async throws {
        await LoopThread.run {
            let connection = BusConnection(.at("unix:path=/nowhere"))
            #expect(throws: BusError.self) { try connection.watch(rule) { _ in } }
            #expect(throws: BusError.disconnected) {
                try connection.emit(BusSignal("/a", "a.Thing", "Changed"))
            }
        }
    }
}
