import Board
import Expecting
import Settings
import Testing

@testable import Commands

/// What the section about MQTT takes, and what it means.
struct MQTTSectionTests {
    private static let table = SettingsTable(
        [MQTTKeys.section], variablePrefix: "CALLBOARD")

    /// The settings of a file, or what is wrong with it.
    private static func read(
        _ text: String, _ environment: [(name: String, text: String)] = []
    ) -> Result<MQTTSettings, SettingsError> {
        var draft = SettingsDraft(table)
        draft.read(Array(text.utf8), file: "c")
        draft.override(with: environment)
        do throws(SettingsError) {
            let configuration = try draft.finished(AddOnSections.problems)
            return .success(MQTTSettings(configuration[MQTTKeys.section]))
        } catch {
            return .failure(error)
        }
    }

    @Test func `without a section counts go to a broker of this machine, and nobody may act`()
        throws
    {
        let settings = try Self.read("").get()
        expect(settings.hosts, is: [.host("localhost", port: nil)])
        expect(settings.detail, is: .counts)
        expect(
            [settings.takesActs, settings.takesTexts, settings.isEncrypted],
            is: [false, false, false])
        expect(settings.discoveryPrefix, is: "homeassistant")
    }

    @Test(
        arguments: [
            ("broker.lan", .host("broker.lan", port: nil), "a name"),
            ("broker.lan:1884", .host("broker.lan", port: 1884), "with a port"),
            ("192.168.1.5", .host("192.168.1.5", port: nil), "an address"),
            ("[fe80::1%eth0]:8883", .host("fe80::1%eth0", port: 8883), "an address of version 6"),
            ("fe80::1", .host("fe80::1", port: nil), "without brackets there can be no port"),
            ("unix:/run/m.sock", .socket(path: "/run/m.sock"), "a socket"),
            ("unix:m.sock", nil, "a path begins at the root"), ("broker.lan:", nil, "no port"),
            ("broker.lan:0", nil, "no such port"), ("broker.lan:65536", nil, "no such port"),
            ("broker.lan:+1", nil, "a port has no sign"), ("a b", nil, "no name has a space"),
            ("[::1", nil, "a bracket that does not end"), ("", nil, "nothing"),
            ("8437", nil, "a port alone is no name"),
        ] as [(String, ServerHost?, String)])
    func `a broker is a name, an address or a socket`(
        _ text: String, _ host: ServerHost?, _ why: String
    ) {
        expect(ServerHost(text), is: host, "\(why)")
        if let host { expect(ServerHost(host.text), is: host, "\(why)") }
    }

    @Test(
        arguments: [
            ("credential:mqtt.password", .credential("mqtt.password"), "of the service manager"),
            ("file:/etc/callboard/mqtt.key", .file("/etc/callboard/mqtt.key"), "a file"),
            ("credential:", nil, "without a name"), ("credential:../x", nil, "no folder of others"),
            ("credential:..", nil, "nor the one above"), ("file:mqtt.key", nil, "from the root on"),
            ("Tr0ub4dor", nil, "the secret itself"), ("", nil, "nothing"),
        ] as [(String, SecretPlace?, String)])
    func `a secret is named by its place`(_ text: String, _ place: SecretPlace?, _ why: String) {
        expect(SecretPlace(text), is: place, "\(why)")
        if let place { expect(place.text, is: text, "\(why)") }
    }

    @Test(arguments: [
        ("password = Tr0ub4dor", "[mqtt] password must be credential:NAME", "the word itself"),
        ("password = credential:x", "[mqtt] password requires the key user", "nobody's password"),
        ("certificate = /c.crt", "[mqtt] certificate requires the key key", "half a certificate"),
        ("key = file:/c.key", "[mqtt] key requires the key certificate", "the other half"),
        ("tls = no\nca = /ca.crt", "[mqtt] ca cannot be combined with tls = no", "no encryption"),
        (
            "host = mqtt://broker.lan",
            "[mqtt] host must be NAME, NAME:PORT, [ADDRESS]:PORT or unix:/PATH: leave out everything "
                + "up to and including ://; in [mqtt] and [central], tls = yes turns encryption on",
            "an address of a browser"
        ),
        (
            "host = broker\nport = 1883",
            "[mqtt] unknown key port; write the port after the host: host = NAME:PORT",
            "what others call it"
        ),
        ("topic = a/+", "[mqtt] topic must be a topic", "a wildcard"),
        ("topic = /a", "[mqtt] topic must be a topic", "an empty level"),
        ("bridge = a/b", "[mqtt] bridge must be a name", "two levels"),
        ("bridge = Küche", "[mqtt] bridge must be a name", "Home Assistant takes letters alone"),
        ("hots = broker.lan", "did you mean", "a slip"),
        ("waiting = 1001", "a whole number from 0 to 1000", "too many"),
    ])
    func `what is wrong is told with its key, and no secret is repeated`(
        _ line: String, _ words: String, _ why: String
    ) {
        guard case .failure(let error) = Self.read("[mqtt]\n" + line) else {
            Issue.record("\(why): nothing is wrong")
            return
        }
        #expect("\(error)".contains(words), "\(why): \(error)")
        #expect(!"\(error)".contains("Tr0ub4dor"))
    }

    @Test func `a certificate or an authority means encryption`() throws {
        expect(try Self.read("[mqtt]\nca = /ca.crt").get().isEncrypted, is: true)
        let both = "[mqtt]\ncertificate = /c.crt\nkey = file:/c.key"
        expect(try Self.read(both).get().isEncrypted, is: true)
    }

    @Test func `a slip in a variable of one's own section is told`() {
        guard case .failure(let error) = Self.read("", [("CALLBOARD_MQTT_HOTS", "b")]) else {
            Issue.record("nothing is wrong")
            return
        }
        #expect("\(error)".contains("CALLBOARD_MQTT_HOST"), "\(error)")
    }
}
