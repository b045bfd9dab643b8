import Expecting
import Testing

@testable import SimulatedPhone

/// The player in a scenario: in the file, in steps, on phones of all models.
struct MediaScenarioTests {
    private static let service = "89D3502B-0F36-433A-8EF4-C502AD55F8DC"

    @Test func `steps change the player as its user does`() throws {
        let podcast =
            #"{"player": "Podcasts", "bundle": "org.p", "commands": ["play"], "rate": 1.5, "#
            + #""queue": [{"title": "Tides"}], "elapsed": 754.25}"#
        var media = try MediaHost(steps: [
            #""media": {"volume": 0.75, "shuffle": "all", "repeat": "one"}"#,
            #""media": {"index": 1}"#, #""media": {"elapsed": 60.5}"#,
            #""media": {"state": "fast_forwarding"}"#, #""media": \#(podcast)"#, #""media": {}"#,
            #""media": null"#, #""media": null"#, #""media": {"state": "playing"}"#,
        ])
        media.connect()
        media.subscribe()
        _ = media.register("00 00 01 02 03")
        _ = media.register("01 00 01 02 03")
        _ = media.register("02 02 03")
        expect(media.play(0), is: ["0.2 0.75", "1.2 2", "1.3 1"])
        expect(media.play(1), is: ["0.1 1,1.0,0.000", "1.0 1", "2.2 Two", "2.3 100.000"])
        expect(media.play(2), is: ["0.1 1,1.0,60.500"])
        expect(media.play(3), is: ["0.1 3,4.0,60.500"])
        expect(
            media.play(4),
            is: [
                "0.0 Podcasts", "0.1 3,4.0,754.250", "0.3 org.p", "1.0 0", "1.1 1", "2.2 Tides",
                "2.3 ",
            ])
        expect(media.play(5), is: [], "nothing is different")
        expect(
            media.play(6),
            is: [
                "0.0 ", "0.1 ", "0.2 ", "0.3 ", "1.0 ", "1.1 ", "1.2 ", "1.3 ", "2.2 ",
            ], "nothing plays any more")
        expect(media.ask("12 1600 00"), is: "01 12 16 00 a1", "which has no commands")
        expect(media.ask("12 1e00 0000"), is: "01 12 1e 00 a2")
        expect(media.play(7), is: [])
        expect(
            media.play(8),
            is: [
                "0.0 Music", "0.1 1,1.0,0.000", "0.2 0.5", "0.3 com.apple.Music", "1.0 0",
                "1.1 0", "1.2 0", "1.3 0",
            ], "another player, as one begins")
    }

    @Test func `a phone can begin without a player`() throws {
        var media = try MediaHost("null", steps: [#""media": {"player": "Radio"}"#])
        media.connect()
        expect(media.subscribe(), is: ["13", "1b 16 00", "13"], "no commands")
        expect(media.register("00 00 01"), is: ["0.0 ", "0.1 "])
        expect(media.play(0), is: ["0.0 Radio", "0.1 0,0.0,0.000"])
    }

    @Test func `a service that vanishes forgets what was registered`() throws {
        let change = #""change": {"service": "\#(Self.service)", "there": "#
        var media = try MediaHost(steps: [change + "false}", change + "true}"])
        media.connect()
        media.subscribe()
        expect(media.ask("12 0900 0200"), is: "13")
        _ = media.register("00 01")
        expect(media.ask("12 1e00 0201"), is: "13")
        _ = media.play(0)
        expect(media.host.packets, is: ["1d 08 00 14 00 1f 00"])
        media.host.send("1e")
        expect(media.ask("12 1600 01"), is: "01 12 16 00 01")
        expect(media.pass(.seconds(300)), is: [])
        _ = media.play(1)
        expect(media.host.packets, is: ["1d 08 00 14 00 1f 00"])
        media.host.send("1e")
        expect(media.ask("0a 1c00"), is: "0b 00 00", "nobody is subscribed")
        expect(media.ask("0a 1e00"), is: "01 0a 1e 00 a2", "nothing is selected")
        expect(media.ask("12 1a00 0001"), is: "01 12 1a 00 a0")
        media.subscribe()
        expect(media.command(0), is: [], "nothing is registered")
        expect(media.register("02 02"), is: ["2.2 One"], "the queue was over meanwhile")
    }

    @Test func `a scenario that begins again has its first player again`() throws {
        var media = try MediaHost(steps: [#""media": null"#])
        media.connect()
        media.subscribe()
        _ = media.register("02 02")
        let first = media.host.phone.behaviour
        expect(media.play(0), is: ["2.2 "])
        let text = """
            {"format": 1, "phones": [{"name": "Ann", "media": \(MediaHost.music)}]}
            """
        let script = try Scenario(parsing: Array(text.utf8), file: "f").phones[0]
        media.host.packets = []
        media.host.phone.beginAgain(with: [], behaving: first, at: media.host.now)
        media.host.phone.playAgain(script.media, at: media.host.time)
        media.host.drain()
        expect(media.updates, is: ["2.2 One"])
    }

    @Test(arguments: [("iphone-8-plus", "2d"), ("iphone-12", "2d"), ("ipad", "2d")])
    func `a model serves its player at the handles that it has`(
        model: String, first: String
    ) throws {
        var media = try MediaHost(#"{"queue": [{"title": "One"}]}"#, #""model": "\#(model)","#)
        media.connect()
        let type = hexText(ServiceDefinition.media.type.bytes)
        expect(media.ask("06 0100 ffff 0028 \(type)"), is: "07 \(first) 00 38 00")
        expect(media.ask("12 3500 0100"), is: "13")
        _ = media.ask("12 3300 02 02")
        expect(media.host.packets, is: ["13", "1b 33 00 02 02 00 4f 6e 65"])
        expect(media.ask("12 3100 0100"), is: "13")
        expect(media.host.packets.last, is: "1b 2f 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d")
        expect(media.ask("12 2f00 00"), is: "13")
        expect(media.ask("12 3700 0202"), is: "13")
        expect(media.ask("0a 3700"), is: "0b 4f 6e 65")
    }

    @Test func `a model without a player keeps what is written, as before`() throws {
        var host = try TestHost(
            #"{"format": 1, "phones": [{"name": "Ann", "model": "iphone-8-plus"}]}"#)
        host.phone.connect()
        host.phone.secure()
        for packet in ["12 3500 0100", "12 3300 02 02", "12 3700 07 07", "0a 3700"] {
            host.send(packet)
        }
        expect(host.packets, is: ["13", "13", "13", "0b 07 07"])
    }

    @Test func `steps can send any value of the service`() throws {
        let change =
            #""change": {"service": "\#(Self.service)", "characteristic": "#
            + #""2F7CABCE-808D-411F-9A0C-BB92BA96C102", "value": {"hex": "09 08 ff"}}"#
        var media = try MediaHost(steps: [change])
        media.connect()
        media.subscribe()
        _ = media.play(0)
        expect(media.host.packets, is: ["1b 1a 00 09 08 ff"])
    }

    static let mistakes: [(String, String)] = [
        ("7", ": must be an object, not a number"),
        (#"{"plyer": "A"}"#, #".plyer: there is no such field; did you mean "player"?"#),
        (
            #"{"player": 7}"#,
            ".player: must be a string or an object with repeat and bytes, or with hex, not a number"
        ),
        (
            #"{"state": "stopped"}"#,
            #".state: "stopped" is not a state of a player; "#
                + "allowed: paused, playing, rewinding, fast_forwarding"
        ),
        (#"{"rate": 17}"#, ".rate: must be from -16.0 to 16.0, not 17.0"),
        (#"{"elapsed": -1}"#, ".elapsed: must be from 0.0 to 86400.0, not -1.0"),
        (#"{"volume": 2.5}"#, ".volume: must be from 0.0 to 1.0, not 2.5"),
        (#"{"commands": "play"}"#, ".commands: must be an array, not a string"),
        (
            #"{"commands": ["play", "paus"]}"#,
            #".commands[1]: "paus" is not a command; did you mean "pause"?"#
        ),
        (#"{"commands": ["play", "play"]}"#, ".commands[1]: is a command above already"),
        (#"{"queue": {}}"#, ".queue: must be an array, not an object"),
        (
            #"{"queue": [{"name": "A"}]}"#,
            ".queue[0].name: there is no such field; "
                + "allowed: title, artist, album, duration"
        ),
        (
            #"{"queue": [{"duration": 0}]}"#,
            ".queue[0].duration: must be from 1.0 to 86400.0, not 0.0"
        ),
        (#"{"index": 0}"#, ".index: is not allowed, as the queue is empty"),
        (
            #"{"queue": [{}, {}], "index": 2}"#,
            ".index: must be a whole number from 0 to 1, not 2"
        ),
        (#"{"shuffle": 1}"#, ".shuffle: must be a string, not a number"),
        (#"{"repeat": "al"}"#, #".repeat: "al" is not a mode; did you mean "all"?"#),
        (
            #"{"queue": [\#(repeatElement("{}", count: 101).joined(separator: ","))]}"#,
            ".queue: must have at most 100 tracks, not 101"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake about a player is named`(media: String, expected: String) {
        let start = "{\"format\": 1, \"phones\": [{\"name\": \"A\",\n\"media\": \(media)}]}"
        expect(Self.complaint(start), is: "demo.json:2: phones[0].media" + expected)
        let step =
            "{\"format\": 1, \"phones\": [{\"name\": \"A\", \"media\": {}, \"timeline\": [\n"
            + "{\"at\": 0, \"media\": \(media)}]}]}"
        expect(Self.complaint(step), is: "demo.json:2: phones[0].timeline[0].media" + expected)
    }

    static let places: [(String, String)] = [
        (
            #""timeline": [{"at": 0, "media": {}}]"#,
            ".timeline[0].media: the phone has no media service; add media to its fields"
        ),
        (
            #""media": {"queue": [{}]}, "timeline": [{"at": 0, "media": null}, {"at": 1, "media": {"index": 0}}]"#,
            ".timeline[1].media.index: is not allowed, as the queue is empty"
        ),
        (
            #""media": {"queue": [{}, {}]}, "timeline": [{"at": 0, "media": {"queue": [{}], "index": 1}}]"#,
            ".timeline[0].media.index: must be a whole number from 0 to 0, not 1"
        ),
        (
            #""media": {}, "services": [{"uuid": "\#(service)", "characteristics": [{"uuid": "2A19", "properties": ["read"]}]}]"#,
            ".services[0]: media of the phone has this service already; remove one of them"
        ),
    ]

    @Test(arguments: places)
    func `a player in the wrong place is refused`(fields: String, expected: String) {
        let text = "{\"format\": 1, \"phones\": [{\"name\": \"A\",\n\(fields)}]}"
        expect(Self.complaint(text), is: "demo.json:2: phones[0]" + expected)
    }

    private static func complaint(_ text: String) -> String? {
        #expect(throws: ScenarioError.self) {
            try Scenario(parsing: Array(text.utf8), file: "demo.json")
        }?.description
    }

    @Test func `the built-in scenario has a call between two tracks, and two players`() throws {
        let scenario = try #require(Scenario.builtIn.first { $0.name == "media" }).scenario
        let script = scenario.phones[0]
        var host = try TestHost(String(decoding: PackageResources.media_json, as: UTF8.self))
        host.begin()
        host.send("12 1c00 0100")
        host.send("12 1a00 00 00 01")
        host.send("12 1a00 02 02")
        host.packets = []
        for step in script.timeline {
            host.pass(step.time - host.time)
            if case .media(let change) = step.action { host.phone.play(change, at: host.time) }
        }
        host.pass(.seconds(1))
        var media = try MediaHost()
        media.host = host
        expect(
            media.updates,
            is: [
                "0.1 0,0.0,192.500", "0.1 1,1.0,192.500", "0.1 1,1.0,0.000",
                "2.2 Lampenlicht über dem Fluß", "0.1 0,0.0,1.000", "0.0 Podcasts",
                "0.1 1,1.5,754.200", "2.2 Episode 12: Tides", "0.0 ", "0.1 ", "2.2 ",
            ])
    }
}
