import Expecting
import Features
import LinkSupport
import Linux
import Radio
import SimulatedPhone
import Support
import Testing

/// What the link of the program makes of a scenario's further services.
struct FurtherServiceTests {
    /// What a short number stands for.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
    private static let battery = ServiceID(0x180F << 96 | base)
    private static let level = CharacteristicID(0x2A19 << 96 | base, of: battery)

    private static func scenario(_ service: String, _ steps: [String]) -> String {
        """
        {"format": 1, "phones": [{"name": "Ann", "services": [{"uuid": "180F"\(service),
          "characteristics": [{"uuid": "2A19", "properties": ["read", "write", "notify"],
            "secure": true, "value": {"hex": "53"}}]}],
          "existing": [{"name": "a", "app": "com.apple.mobilemail"}],
          "timeline": [\(steps.joined(separator: ","))]}]}
        """
    }

    private static func step(_ at: Int, _ change: String) -> String {
        "{\"at\": \(at), \"change\": {\"service\": \"180F\", \(change)}}"
    }

    private static func value(_ at: Int, _ hex: String, _ rest: String = "") -> String {
        step(at, "\"characteristic\": \"2A19\", \"value\": {\"hex\": \"\(hex)\"}\(rest)")
    }

    /// The host subscribes where the service is, and reads what has a new value.
    private static let stories: [(String, [String], [LinkEvent], String)] = [
        (
            "", [value(5, "52")],
            [
                .appeared(battery), .subscribed(level), .value(level, [0x52]),
                .read(level, .success([0x52])),
            ], "a value changes"
        ),
        (
            ", \"there\": false", [step(5, "\"there\": true"), value(6, "01")],
            [
                .vanished(battery), .appeared(battery), .subscribed(level), .value(level, [1]),
                .read(level, .success([1])),
            ], "the service comes later"
        ),
        (
            "",
            [
                step(5, "\"there\": false"), value(6, "07"), step(7, "\"there\": true"),
                value(8, "08"),
            ],
            [
                .appeared(battery), .subscribed(level), .vanished(battery), .appeared(battery),
                .subscribed(level), .value(level, [8]), .read(level, .success([8])),
            ], "the service goes, alone, and comes again"
        ),
        (
            "", [value(5, "02", ", \"error\": \"0x0E\"")],
            [
                .appeared(battery), .subscribed(level), .value(level, [2]),
                .read(level, .failure(.unlikelyError)),
            ], "the phone refuses to be read"
        ),
        (
            "", [value(5, "03", ", \"delay\": 4"), value(6, "04")],
            [
                .appeared(battery), .subscribed(level), .value(level, [3]), .value(level, [4]),
                .read(level, .success([3])), .read(level, .success([4])),
            ], "the phone answers late, and other values do not wait for that"
        ),
    ]

    @Test func `a service of a scenario is used like any other`() async throws {
        for (service, steps, expected, why) in Self.stories {
            try await LoopThread.run {
                let text = Self.scenario(service, steps)
                let scenario = try Scenario(parsing: Array(text.utf8), file: "test.json")
                let host = TestHost(scenario, needs: [.notifications, Self.need])
                host.onEvent = { link, event in
                    switch event {
                    case .appeared(Self.battery): link.subscribe(to: Self.level)
                    case .value(Self.level, _): link.read(Self.level)
                    default: break
                    }
                }
                host.start()
                let isWhole = await eventually {
                    host.visits.first.map { Self.told(by: $0).count >= expected.count } ?? false
                }
                let visit = try #require(host.visits.first)
                #expect(isWhole, "\(why): \(visit.events)")
                expect(Self.told(by: visit), is: expected, "\(why)")
                #expect(!visit.events.contains(.unavailable), "\(why): notifications stay")
                host.stop()
            }
        }
    }

    @Test func `a phone that is called otherwise is heard, and keeps that name`() async throws {
        try await LoopThread.run {
            let text = """
                {"format": 1, "phones": [{"name": "Ann", "bond": "ann", "timeline": [
                  {"at": 2, "set": {"name": "Zoë"}}, {"at": 3, "disconnect": {"for": 1}}]}]}
                """
            let scenario = try Scenario(parsing: Array(text.utf8), file: "test.json")
            let host = TestHost(scenario, mark: " (simulated)")
            host.start()
            expect(await eventually { host.visits.count == 2 })
            #expect(host.visits[0].events.contains(.named("Zoë (simulated)")))
            expect(
                host.visits.map(\.link.phone),
                is: Array(repeating: PhoneIdentity(bond: "ann", name: "Zoë (simulated)"), count: 2))
            host.stop()
        }
    }

    private static let need = ServiceNeed(battery, requiring: [level])

    private static func told(by visit: TestHost.Visit) -> [LinkEvent] {
        visit.events.filter { event in
            switch event {
            case .appeared(let service), .vanished(let service): service == battery
            case .subscribed(let id), .unsubscribed(let id), .refused(let id, _), .value(let id, _),
                .written(let id, _), .read(let id, _):
                id.service == battery
            case .named, .closed: false
            }
        }
    }
}
