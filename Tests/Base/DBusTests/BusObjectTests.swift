import BusSupport
import DBus
import Expecting
import Linux
import Support
import Testing

struct BusObjectTests {
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Two peers, one of which shows a lamp at /a/lamp and a nameless thing at /a/lamp/x.
    @LoopActor
    private static func withLamp(
        _ body: @LoopActor (BusPeer, BusPeer, BusObject) async throws -> Void
    ) async throws {
        let bench = try BusBench()
        try bench.start()
        let (client, server) = (await bench.connect(), await bench.connect())
        let lamp = BusObject([
            BusInterface(
                "a.Lamp",
                properties: [
                    BusProperty("On", .bool(false)),
                    BusProperty("Quiet", .byte(1), tellsChanges: false),
                ],
                methods: [
                    BusMethod("Dim", takes: "ua{sv}", returns: "b") { $0.reply([.bool(true)]) }
                ],
                signals: [BusSignalShape("Blinked", carries: "u")]),
            BusInterface("a.Plain"),
        ])
        try server.connection.export(lamp, at: "/a/lamp")
        try server.connection.export(BusObject([BusInterface("a.Thing")]), at: "/a/lamp/x")
        try await body(client, server, lamp)
    }

    @Test func `properties are read, all and one by one`() async throws {
        try await LoopThread.run {
            try await Self.withLamp { client, server, lamp in
                @LoopActor func ask(_ member: String, _ arguments: String...) async -> BusAnswered {
                    await client.ask(
                        BusCall(
                            server.name, "/a/lamp", Self.properties, member,
                            arguments.map { .string($0) }))
                }
                await expect(
                    ask("GetAll", "a.Lamp"),
                    is: .success([.dictionary(["On": .bool(false), "Quiet": .byte(1)])]))
                await expect(ask("GetAll", "a.Plain"), is: .success([.dictionary([:])]))
                lamp.set("On", of: "a.Lamp", to: .bool(true))
                await expect(ask("Get", "a.Lamp", "On"), is: .success([.variant(.bool(true))]))
                let failures: [(BusAnswered, String)] = [
                    (await ask("Get", "a.Lamp", "Off"), BusErrorName.unknownProperty),
                    (await ask("Get", "b.Lamp", "On"), BusErrorName.unknownInterface),
                    (await ask("GetAll", "b.Lamp"), BusErrorName.unknownInterface),
                    (await ask("Get", "a.Lamp"), BusErrorName.invalidArguments),
                    (await ask("Gets"), BusErrorName.unknownMethod),
                ]
                for (answer, name) in failures { expect(Self.errorName(of: answer), is: name) }
            }
        }
    }

    private static func errorName(of answer: BusAnswered) -> String? {
        if case .failure(.remote(let name, _)) = answer { name } else { nil }
    }

    @Test func `properties cannot be set from outside`() async throws {
        try await LoopThread.run {
            try await Self.withLamp { client, server, lamp in
                let answer = await client.ask(
                    BusCall(
                        server.name, "/a/lamp", Self.properties, "Set",
                        [.string("a.Lamp"), .string("On"), .variant(.bool(true))]))
                expect(Self.errorName(of: answer), is: BusErrorName.propertyReadOnly)
                expect(lamp.properties(of: "a.Lamp")?["On"], is: .bool(false))
            }
        }
    }

    @Test func `a change is told where that is wanted`() async throws {
        try await LoopThread.run {
            try await Self.withLamp { client, server, lamp in
                var changes: [[BusValue]] = []
                _ = try client.connection.watch(
                    MatchRule(sender: server.name, interface: Self.properties)
                ) { changes.append($0.arguments) }
                await client.settle()
                lamp.set("Quiet", of: "a.Lamp", to: .byte(2))
                lamp.set("On", of: "a.Lamp", to: .bool(false))
                lamp.set("On", of: "a.Lamp", to: .bool(true))
                lamp.set("None", of: "a.Lamp", to: .bool(true))
                server.connection.withdraw("/a/lamp")
                lamp.set("On", of: "a.Lamp", to: .bool(false))
                await server.settle()
                await client.settle()
                expect(
                    changes,
                    is: [
                        [.string("a.Lamp"), .dictionary(["On": .bool(true)]), .strings([])]
                    ])
            }
        }
    }

    @Test(arguments: [("/", 2), ("/a", 2), ("/a/lamp", 1)] as [(ObjectPath, Int)])
    func `the objects below a path are told`(path: ObjectPath, count: Int) async throws {
        try await LoopThread.run {
            try await Self.withLamp { client, server, _ in
                let answer = await client.ask(
                    BusCall(
                        server.name, path, "org.freedesktop.DBus.ObjectManager",
                        "GetManagedObjects"))
                let objects = try #require(try answer.get().first?.asObjects)
                expect(objects.count, is: count)
                expect(objects["/a/lamp/x"], is: ["a.Thing": [:]])
                if count == 2 {
                    let lamp = ["On": BusValue.bool(false), "Quiet": .byte(1)]
                    expect(objects["/a/lamp"], is: ["a.Lamp": lamp, "a.Plain": [:]])
                }
            }
        }
    }

    @Test func `a place tells what it has and what is below it`() async throws {
        try await LoopThread.run {
            try await Self.withLamp { client, server, _ in
                @LoopActor func page(_ path: ObjectPath) async -> String? {
                    let call = BusCall(
                        server.name, path, "org.freedesktop.DBus.Introspectable", "Introspect")
                    return try? await client.ask(call).get().first?.asString
                }
                let lamp = try #require(await page("/a/lamp"))
                for part in [
                    "<interface name=\"a.Lamp\">",
                    "<property name=\"On\" type=\"b\" access=\"read\"/>",
                    "<arg type=\"u\" direction=\"in\"/>\n   <arg type=\"a{sv}\" direction=\"in\"/>",
                    "<arg type=\"b\" direction=\"out\"/>", "<signal name=\"Blinked\">",
                    "<node name=\"x\"/>",
                ] { #expect(lamp.contains(part), "\(part)") }
                let root = try #require(await page("/"))
                #expect(root.contains("<node name=\"a\"/>"))
                #expect(!root.contains("a.Lamp"))
                await expect(page("/b"), is: nil)
            }
        }
    }

    @Test func `an object moves, is replaced and withdrawn`() async throws {
        try await LoopThread.run {
            try await Self.withLamp { client, server, lamp in
                @LoopActor func interfaces(_ path: ObjectPath) async -> [String]? {
                    let call = BusCall(
                        server.name, "/", "org.freedesktop.DBus.ObjectManager",
                        "GetManagedObjects")
                    let answer = try? await client.ask(call).get().first?.asObjects
                    return answer?[path]?.keys.sorted()
                }
                try server.connection.export(lamp, at: "/b")
                await expect(interfaces("/a/lamp"), is: nil)
                await expect(interfaces("/b"), is: ["a.Lamp", "a.Plain"])
                try server.connection.export(BusObject([BusInterface("a.New")]), at: "/b")
                await expect(interfaces("/b"), is: ["a.New"])
                server.connection.withdraw("/b")
                server.connection.withdraw("/b")
                await expect(interfaces("/b"), is: nil)
            }
        }
    }

    static var unshowable: [(object: BusInterface, path: ObjectPath)] {
        [
            (BusInterface("a.B"), "b"), (BusInterface("a"), "/b"), (BusInterface("a.\0"), "/b"),
            (BusInterface("a.B", properties: [BusProperty("<", .byte(1))]), "/b"),
            (BusInterface("a.B", properties: [BusProperty("P", .path(""))]), "/b"),
            (BusInterface("a.B", methods: [BusMethod("M.", takes: "") { _ in }]), "/b"),
            (BusInterface("a.B", methods: [BusMethod("M", takes: "a") { _ in }]), "/b"),
            (BusInterface("a.B", signals: [BusSignalShape("S", carries: "(")]), "/b"),
        ]
    }

    @Test(arguments: unshowable.indices)
    func `an object that cannot be shown is refused`(index: Int) async throws {
        await LoopThread.run {
            let (interface, path) = Self.unshowable[index]
            let connection = BusConnection(.at("unix:path=/nowhere"))
            #expect(throws: BusError.self) {
                try connection.export(BusObject([interface]), at: path)
            }
        }
    }
}
