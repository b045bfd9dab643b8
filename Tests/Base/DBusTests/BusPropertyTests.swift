import BusSupport
import DBus
import Expecting
import Linux
import Support
import Testing

/// Properties that peers set, that are computed, or that come and go.
struct BusPropertyTests {
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Two peers, one of which shows a radio at /radio, and the requests that it got.
    @LoopActor
    private final class Bench {
        let client: BusPeer
        let server: BusPeer
        var count = 0
        var written: [[BusValue]] = []
        var signals: [[BusValue]] = []
        private(set) lazy var radio = BusObject([
            BusInterface(
                "a.Radio",
                properties: [
                    BusProperty("Volume", .double(0.5), writer: { [weak self] in self?.take($0) }),
                    BusProperty("Mode", .string("off")), BusProperty("Name", .string("old")),
                    BusProperty(
                        "Count", .int64(0), tellsChanges: false,
                        reader: { [weak self] in .int64(Int64(self?.count ?? 0)) }),
                ])
        ])

        init() async throws {
            let bus = try BusBench()
            try bus.start()
            (client, server) = (await bus.connect(), await bus.connect())
            self.bus = bus
            radio.set(["Mode": nil], of: "a.Radio")
            try server.connection.export(radio, at: "/radio")
            _ = try client.connection.watch(
                MatchRule(sender: server.name, interface: BusPropertyTests.properties)
            ) { [weak self] in self?.signals.append($0.arguments) }
            await client.settle()
        }

        private let bus: BusBench

        private func take(_ request: BusRequest) {
            written.append(request.arguments)
            if request.arguments.last?.unwrapped == .double(2) {
                request.fail(BusErrorName.invalidArguments, "too loud")
            } else {
                request.reply()
            }
        }

        func ask(_ member: String, _ arguments: [BusValue]) async -> BusAnswered {
            await client.ask(
                BusCall(server.name, "/radio", BusPropertyTests.properties, member, arguments))
        }

        func write(_ name: String, _ value: BusValue, _ interface: String = "a.Radio") async
            -> String?
        {
            switch await ask("Set", [.string(interface), .string(name), .variant(value)]) {
            case .success(let values): values.isEmpty ? "done" : "values"
            case .failure(.remote(let name, _)): name
            case .failure(let error): "\(error)"
            }
        }
    }

    @Test func `a property with a handler is set, and any other is not`() async throws {
        try await LoopThread.run {
            let bench = try await Bench()
            for (name, value, interface, answer) in [
                ("Volume", .double(0.25), "a.Radio", "done"),
                ("Volume", .double(2), "a.Radio", BusErrorName.invalidArguments),
                ("Volume", .int32(1), "a.Radio", BusErrorName.invalidArguments),
                ("Volume", .string("1"), "a.Radio", BusErrorName.invalidArguments),
                ("Name", .string("new"), "a.Radio", BusErrorName.propertyReadOnly),
                ("Count", .int64(1), "a.Radio", BusErrorName.propertyReadOnly),
                ("Mode", .string("on"), "a.Radio", BusErrorName.unknownProperty),
                ("None", .string("on"), "a.Radio", BusErrorName.unknownProperty),
                ("Volume", .double(0.25), "b.Radio", BusErrorName.unknownInterface),
            ] as [(String, BusValue, String, String)] {
                await expect(bench.write(name, value, interface), is: answer, "\(name) \(value)")
            }
            expect(
                bench.written,
                is: [.double(0.25), .double(2)].map {
                    [.string("a.Radio"), .string("Volume"), .variant($0)]
                }, "only values of the right type reach the handler")
            let missing = await bench.ask("Set", [.string("a.Radio")])
            guard case .failure(.remote(BusErrorName.invalidArguments, _)) = missing else {
                return #expect(Bool(false), "\(missing)")
            }
        }
    }

    @Test func `a computed value is new for each read, and never reported`() async throws {
        try await LoopThread.run {
            let bench = try await Bench()
            for count in [3, 7] {
                bench.count = count
                let arguments: [BusValue] = [.string("a.Radio"), .string("Count")]
                await expect(
                    bench.ask("Get", arguments), is: .success([.variant(.int64(Int64(count)))]))
                let all = try await bench.ask("GetAll", [.string("a.Radio")]).get()
                expect(all.first?.asDictionary?["Count"], is: .int64(Int64(count)))
            }
            await bench.server.settle()
            await bench.client.settle()
            expect(bench.signals, is: [])
        }
    }

    @Test func `changes are reported together, and a value that is gone as invalid`() async throws {
        try await LoopThread.run {
            let bench = try await Bench()
            var names: Set<String>? {
                get async throws {
                    let all = try await bench.ask("GetAll", [.string("a.Radio")]).get()
                    return all.first?.asDictionary.map { Set($0.keys) }
                }
            }
            try await expect(names, is: ["Volume", "Name", "Count"], "Mode is absent")
            bench.radio.set(
                [
                    "Mode": .string("on"), "Name": .string("new"), "Volume": .double(0.5),
                    "X": .byte(1),
                ],
                of: "a.Radio")
            try await expect(names, is: ["Volume", "Name", "Count", "Mode"])
            bench.radio.set(["Mode": nil, "Name": .string("newer")], of: "a.Radio")
            try await expect(names, is: ["Volume", "Name", "Count"])
            bench.radio.set(["Mode": nil, "Name": .string("newer")], of: "a.Radio")
            await bench.server.settle()
            await bench.client.settle()
            expect(
                bench.signals,
                is: [
                    [
                        .string("a.Radio"),
                        .dictionary(["Mode": .string("on"), "Name": .string("new")]), .strings([]),
                    ],
                    [
                        .string("a.Radio"), .dictionary(["Name": .string("newer")]),
                        .strings(["Mode"]),
                    ],
                ])
        }
    }

    @Test func `a page tells which properties can be set, and which report no changes`()
        async throws
    {
        try await LoopThread.run {
            let bench = try await Bench()
            let call = BusCall(
                bench.server.name, "/radio", "org.freedesktop.DBus.Introspectable", "Introspect")
            let page = try #require(try await bench.client.ask(call).get().first?.asString)
            for part in [
                "<property name=\"Volume\" type=\"d\" access=\"readwrite\"/>",
                "<property name=\"Mode\" type=\"s\" access=\"read\"/>",
                "<property name=\"Count\" type=\"x\" access=\"read\">\n   <annotation "
                    + "name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"false\"/>\n"
                    + "  </property>",
            ] { #expect(page.contains(part), "\(part)") }
        }
    }

    @Test func `owners of all names below one are followed`() async throws {
        try await LoopThread.run {
            let bus = try BusBench()
            try bus.start()
            let (watcher, other) = (await bus.connect(), await bus.connect())
            var names: [String] = []
            _ = try watcher.connection.watch(
                MatchRule(
                    sender: "org.freedesktop.DBus", member: "NameOwnerChanged",
                    firstArgumentNamespace: "a.b")
            ) { names.append($0.arguments.first?.asString ?? "") }
            await watcher.settle()
            for name in ["a.bc", "a.b", "a.b.c", "c.a.b"] { _ = await other.own(name) }
            await other.settle()
            await watcher.settle()
            expect(names, is: ["a.b", "a.b.c"])
            #expect(throws: BusError.self) {
                try watcher.connection.watch(MatchRule(firstArgumentNamespace: "a'")) { _ in }
            }
        }
    }
}
