import Expecting
import Testing

@testable import SimulatedPhone

/// Services of a scenario beside notifications, on the air and in the file.
struct FurtherServiceTests {
    /// The first service is at 0x0030: value, subscription; a value to write; a secret.
    private static let services = """
        [{"uuid": "180F", "characteristics": [
            {"uuid": "2A19", "properties": ["read", "notify"], "value": {"hex": "53"}},
            {"uuid": "0000FFF1-0000-1000-8000-00805F9B34FB", "properties": ["read", "write"]},
            {"uuid": "FFF2", "properties": ["read"], "secure": true, "value": "a secret"}]},
         {"uuid": "89D3502B-0F36-433A-8EF4-C502AD55F8DC", "there": false, "characteristics": [
            {"uuid": "9B3C81D8-57B1-4A8A-B8DF-0E56F7CA51C2", "properties": ["write", "indicate"]}]}]
        """

    /// A phone on a link, and what each step of its timeline does.
    private static func stage(_ steps: String...) throws -> (TestHost, [Scenario.Step]) {
        let timeline = steps.map { "{\"at\": 1, \($0)}" }.joined(separator: ",")
        let text = """
            {"format": 1, "phones": [{"name": "Ann", "services": \(services),
              "timeline": [\(timeline)]}]}
            """
        let scenario = try Scenario(parsing: Array(text.utf8), file: "test.json")
        var host = try TestHost(text)
        host.phone.connect()
        host.send("02 b900")
        host.packets = []
        return (host, scenario.phones[0].timeline)
    }

    private static func play(_ step: Scenario.Step, on host: inout TestHost) {
        if case .set(let changes) = step.action { host.phone.change(changes, at: host.now) }
        host.drain()
    }

    private static func reply(_ host: inout TestHost, _ packet: String) -> String? {
        host.packets = []
        host.send(packet)
        return host.packets.first
    }

    static let packets: [(String, String, String)] = [
        ("06 0f00 ffff 0028 0f18", "07 3000 3700", "it takes the place of the one of every phone"),
        ("08 3000 3700 0328", "09 07 3100 12 3200 192a 3400 0a 3500 f1ff 3600 02 3700 f2ff", "all"),
        ("04 3300 3300", "05 01 3300 0229", "the subscription of the first"),
        ("10 3800 ffff 0028", "01 10 3800 0a", "the other service is not there"),
        ("0a 3200", "0b 53", "a value"), ("0a 3700", "01 0a 3700 05", "one that asks for a key"),
        ("12 3200 00", "01 12 3200 03", "one that is only read"), ("12 3500 4142", "13", "written"),
        ("52 3500 41", "", "a write that is not answered is not taken"),
        ("0a 1100", "01 0a 1100 01", "the level of every phone is gone"),
    ]

    @Test func `services of a scenario are found, read and written`() throws {
        var (host, _) = try Self.stage()
        for (packet, expected, why) in Self.packets {
            expect(
                hexText(hex(Self.reply(&host, packet) ?? "")), is: hexText(hex(expected)), "\(why)")
        }
        expect(Self.reply(&host, "0a 3500"), is: "0b 41 42", "what was written is there")
        host.phone.secure()
        expect(Self.reply(&host, "0a 3700"), is: hexText([0x0B] + Array("a secret".utf8)))
    }

    @Test func `a value that changes is told to those who have subscribed`() throws {
        let value =
            #""change": {"service": "180f", "characteristic": "2a19", "value": {"hex": "52"}}"#
        var (host, steps) = try Self.stage(value, value)
        let first = host.phone.behaviour
        Self.play(steps[0], on: &host)
        expect(host.packets, is: [], "nobody has subscribed")
        expect(Self.reply(&host, "0a 3200"), is: "0b 52")
        expect(Self.reply(&host, "12 3300 0100"), is: "13")
        host.packets = []
        Self.play(steps[1], on: &host)
        expect(host.packets, is: ["1b 32 00 52"], "also where it is the same again")
        host.packets = []
        host.phone.beginAgain(with: [], behaving: first, at: host.now)
        host.drain()
        expect(host.packets, is: ["1b 32 00 53"], "a scenario that begins again")
    }

    @Test func `a service appears and vanishes, and the host is told where`() throws {
        let media = #""change": {"service": "89d3502b-0f36-433a-8ef4-c502ad55f8dc","#
        var (host, steps) = try Self.stage(
            media + #" "there": true}"#,
            media + #" "characteristic": "9B3C81D8-57B1-4A8A-B8DF-0E56F7CA51C2", "value": "now"}"#,
            media + #" "there": false}"#)
        expect(Self.reply(&host, "12 0900 0200"), is: "13")
        host.packets = []
        Self.play(steps[0], on: &host)
        expect(host.packets, is: ["1d 08 00 38 00 3b 00"])
        host.send("1e")
        expect(Self.reply(&host, "12 3b00 0200"), is: "13")
        host.packets = []
        Self.play(steps[1], on: &host)
        expect(host.packets, is: [hexText(hex("1d 3a00") + Array("now".utf8))])
        host.send("1e")
        host.packets = []
        Self.play(steps[2], on: &host)
        expect(host.packets, is: ["1d 08 00 38 00 3b 00"])
        expect(Self.reply(&host, "12 3b00 0200"), is: "01 12 3b 00 01")
        Self.play(steps[0], on: &host)
        expect(Self.reply(&host, "0a 3b00"), is: "0b 00 00", "nobody is subscribed any more")
        expect(host.phone.link?.isSessionOpen, is: false, "notifications are apart from it")
    }

    @Test func `a characteristic refuses, and answers late`() throws {
        let level = #""change": {"service": "180F", "characteristic": "2A19","#
        var (host, steps) = try Self.stage(
            level + #" "error": "0x11"}"#, level + #" "error": null, "delay": 2}"#,
            level + #" "delay": null}"#)
        Self.play(steps[0], on: &host)
        expect(Self.reply(&host, "0a 3200"), is: "01 0a 32 00 11")
        expect(Self.reply(&host, "12 3300 0100"), is: "01 12 33 00 11")
        expect(Self.reply(&host, "08 3200 3200 192a"), is: "01 08 32 00 11")
        expect(Self.reply(&host, "0a 3500"), is: "0b", "the others do not")
        Self.play(steps[1], on: &host)
        expect(Self.reply(&host, "0a 3200"), is: nil)
        host.pass(.milliseconds(1900))
        expect(host.packets, is: [])
        host.pass(.milliseconds(200))
        expect(host.packets, is: ["0b 53"])
        Self.play(steps[2], on: &host)
        expect(Self.reply(&host, "0a 3200"), is: "0b 53")
    }

    @Test func `a phone is called otherwise from a step on, until it has its name again`() throws {
        var host = try TestHost()
        host.phone.connect()
        try host.play(#"{"at": 1, "set": {"name": "Zoë"}}"#)
        expect(Self.reply(&host, "0a 0300"), is: hexText([0x0B] + Array("Zoë".utf8)))
        try host.play(#"{"at": 1, "set": {"name": null}}"#)
        expect(host.phone.name, is: "Ann")
    }

    static let level = #""characteristics": [{"uuid": "2A19", "properties": ["read"]}]"#

    static let mistakes: [(String, String)] = [
        ("7", ": must be an array, not a number"),
        ("[{}]", "[0].uuid: this field is missing"),
        (
            #"[{"uuid": "180"}]"#,
            "[0].uuid: must be a UUID: 4 hexadecimal digits, or 32 in groups of 8-4-4-4-12"
        ),
        (
            #"[{"uuid": "+80F"}]"#,
            "[0].uuid: must be a UUID: 4 hexadecimal digits, or 32 in groups of 8-4-4-4-12"
        ),
        (#"[{"uuid": "180F"}]"#, "[0].characteristics: this field is missing"),
        (
            #"[{"uuid": "180F", "characteristics": []}]"#,
            "[0].characteristics: must have 1 to 32 characteristics, not 0"
        ),
        (
            #"[{"uuid": "1800", \#(level)}]"#,
            "[0]: every phone has this service, and it cannot be replaced"
        ),
        (
            #"[{"uuid": "7905F431-B5CE-4E99-A40F-4B1E122D00D0", \#(level)}]"#,
            "[0]: every phone has this service, and it cannot be replaced"
        ),
        (
            #"[{"uuid": "180F", \#(level)}, {"uuid": "0000180f-0000-1000-8000-00805f9b34fb", \#(level)}]"#,
            "[1]: has the uuid of a service above"
        ),
        (
            #"[{"uuid": "180F", "their": true, \#(level)}]"#,
            #"[0].their: there is no such field; allowed: uuid, there, characteristics"#
        ),
        (
            #"[{"uuid": "180F", "characteristics": [{"uuid": "2A19"}]}]"#,
            "[0].characteristics[0].properties: this field is missing"
        ),
        (
            #"[{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": []}]}]"#,
            "[0].characteristics[0].properties: must name at least one property"
        ),
        (
            #"[{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["raed"]}]}]"#,
            #"[0].characteristics[0].properties[0]: "raed" is not a property; did you mean "read"?"#
        ),
        (
            #"[{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["read"], "value": {"repeat": "a", "bytes": 513}}]}]"#,
            "[0].characteristics[0].value: must have at most 512 bytes, not 513"
        ),
        (
            #"[{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["read"], "error": 256}]}]"#,
            "[0].characteristics[0].error: must be a whole number from 0 to 255, not 256"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake about a service is named`(services: String, expected: String) {
        let text = "{\"format\": 1, \"phones\": [{\"name\": \"A\",\n\"services\": \(services)}]}"
        expect(Self.complaint(text), is: "demo.json:2: phones[0].services" + expected)
    }

    static let wrongChanges: [(String, String)] = [
        ("{}", ".service: this field is missing"),
        (
            #"{"service": "180D", "there": true}"#,
            ".service: the phone has no such service; list it among its services"
        ),
        (#"{"service": "180F"}"#, ".there: this field is missing"),
        (#"{"service": "180F", "value": "a"}"#, ".characteristic: this field is missing"),
        (
            #"{"service": "180F", "characteristic": "2A1A", "value": "a"}"#,
            ".characteristic: the service has no such characteristic"
        ),
        (
            #"{"service": "180F", "characteristic": "2A19"}"#,
            ": must have there alone, or characteristic with at least one of value, error, delay"
        ),
        (
            #"{"service": "180F", "characteristic": "2A19", "there": true, "value": "a"}"#,
            ": must have there alone, or characteristic with at least one of value, error, delay"
        ),
    ]

    @Test(arguments: wrongChanges)
    func `a mistake about a change is named`(change: String, expected: String) {
        let text = """
            {"format": 1, "phones": [{"name": "A", "timeline": [
            {"at": 0, "change": \(change)}]}]}
            """
        expect(Self.complaint(text), is: "demo.json:2: phones[0].timeline[0].change" + expected)
    }

    private static func complaint(_ text: String) -> String? {
        #expect(throws: ScenarioError.self) {
            try Scenario(parsing: Array(text.utf8), file: "demo.json")
        }?.description
    }
}
