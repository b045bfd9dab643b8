package import Board
package import Settings

/// Keys of the section about MQTT.
package enum MQTTKeys {
    /// Brokers, tried in turn.
    package static let host = Key<[ServerHost]>.list(
        "host", of: .server, default: [.host("localhost", port: nil)],
        example: "broker.lan, 192.168.1.5:1884, unix:/run/mosquitto/mosquitto.sock",
        summary: "The broker; of several, the first that answers is used")
    package static let tls = Key<Bool?>.optional(
        "tls", .yesOrNo, example: "yes",
        summary:
            "Whether the connection is encrypted, usually at port 8883; by default only with ca "
            + "or certificate")
    /// Certificate authority of the broker.
    package static let authorities = Key<String?>.optional(
        "ca", .file, example: "/etc/callboard/broker-ca.crt",
        summary:
            "The authority of the broker's certificate; those of the system by default"
    )
    /// Client certificate.
    package static let certificate = Key<String?>.optional(
        "certificate", .file, example: "/etc/callboard/mqtt.crt",
        summary: "The client certificate for the broker")
    /// Private key of the client certificate.
    package static let key = Key<SecretPlace?>.optional(
        "key", .secret, example: "credential:callboard-mqtt.key", isSecret: true,
        summary: "Where the key of that certificate is")
    package static let user = Key<String?>.optional(
        "user", .word, example: "callboard", summary: "The user, if the broker requires one")
    package static let password = Key<SecretPlace?>.optional(
        "password", .secret, example: "credential:callboard-mqtt.password", isSecret: true,
        summary: "Where the user's password is")
    /// MQTT client identifier.
    package static let clientID = Key<String?>.optional(
        "client-id", .word, example: "callboard-hall",
        summary: "The MQTT client identifier; callboard- and the bridge's name by default")
    /// Protocol version.
    package static let version = Key<MQTTVersion>(
        "protocol", .choice, default: .auto,
        summary: "The MQTT version; auto uses 3.1.1 if the broker does not support 5")
    /// Longest silence before a ping.
    package static let keepAlive = Key<Duration>(
        "keep-alive", .duration(.seconds(10)...(.seconds(3600))), default: .seconds(120),
        summary: "The longest silence before both sides check that the other is still connected")
    /// Prefix of all topics.
    package static let topic = Key<String>(
        "topic", .topic, default: "callboard", summary: "The prefix of all topics")
    /// Name of the bridge in topics.
    package static let bridge = Key<String?>.optional(
        "bridge", .level, example: "hall",
        summary: "The bridge's name in topics, unique for each; the host name by default")
    /// Level of detail that leaves the host.
    package static let detail = Key<BoardOptions.Detail>(
        "detail", .choice, default: .counts,
        summary:
            "How much leaves the host: all text (full), sender and app (names), or categories and "
            + "numbers (counts)")
    /// Treatment of silently delivered notifications.
    package static let silent = Key<SilentNews>(
        "silent", .choice, default: .show,
        summary:
            "Whether silently delivered notifications are published as events (show) or only "
            + "counted (hide)")
    /// Whether Home Assistant discovery is published.
    package static let discovery = Key<Bool>(
        "discovery", .yesOrNo, default: true,
        summary: "Whether Home Assistant discovery is published, so that the phones appear there")
    /// Topic prefix of Home Assistant discovery.
    package static let discoveryPrefix = Key<String>(
        "discovery-prefix", .topic, default: "homeassistant",
        summary: "The topic prefix of Home Assistant discovery")
    /// Whether items and residents are published.
    package static let beacons = Key<Bool>(
        "beacons", .yesOrNo, default: true,
        summary: "Whether items and residents are published, with their names")
    /// Whether other MQTT clients may answer, decline and clear.
    package static let acts = Key<Bool>(
        "acts", .yesOrNo, default: false,
        summary: "Whether published commands can answer, decline and clear, if the service's user "
            + "may act")
    /// Whether other MQTT clients may show texts on the displays.
    package static let show = Key<Bool>(
        "show", .yesOrNo, default: false,
        summary: "Whether published commands can show a text on displays, if the service's user "
            + "may act")
    /// Maximum number of events queued while the broker is unreachable.
    package static let waiting = Key<Int>(
        "waiting", .integer(0...1000), default: 100,
        summary: "The most events queued while the broker is unreachable; calls are never queued")
    /// Time after which an event expires.
    package static let eventAge = Key<Duration>(
        "event-age", .duration(.seconds(10)...(.seconds(86_400))), default: .seconds(600),
        summary: "The time after which an event expires, also at the broker")

    package static let section = Section(
        "mqtt", summary: "Publication to an MQTT broker and Home Assistant by callboard-mqtt",
        details: [
            "For callboard-mqtt, a separate package. callboard-mqtt check tests these settings, "
                + "and Docs/reference/mqtt-topics.md lists the topics."
        ],
        keys: [
            host.entry, tls.entry, authorities.entry, certificate.entry, key.entry, user.entry,
            password.entry, clientID.entry, version.entry, keepAlive.entry, topic.entry,
            bridge.entry, detail.entry, silent.entry, discovery.entry, discoveryPrefix.entry,
            beacons.entry, acts.entry, show.entry, waiting.entry, eventAge.entry,
        ], advice: ["port": "write the port after the host: host = NAME:PORT"])
}

/// Version of the MQTT protocol.
package enum MQTTVersion: String, Hashable, Sendable, CaseIterable {
    /// The newest version that the broker supports.
    case auto
    case five = "5"
    case three = "3.1.1"
}

/// Treatment of notifications that the phone delivers silently.
package enum SilentNews: String, Hashable, Sendable, CaseIterable {
    /// Published as an event like any other.
    case show
    /// Only counted.
    case hide
}

extension ValueSyntax<String> {
    /// Topic of one or more levels, without a slash at either end.
    fileprivate static let topic = ValueSyntax(
        wants: "a topic such as home/callboard, without + and # and without a / at its ends",
        kind: "topic without + and #",
        read: { (text) throws(ValueRefusal) in
            let levels = text.split(separator: "/", omittingEmptySubsequences: false)
            guard levels.allSatisfy({ $0.isLevel }), text.utf8.count <= 128, text.first != "$"
            else { throw .otherKind }
            return text
        }, write: { $0 })

    /// One level of a topic.
    fileprivate static let level = ValueSyntax(
        wants: "a name of letters, digits, - and _", kind: "letters, digits, - and _",
        read: { (text) throws(ValueRefusal) in
            guard text.utf8.count <= 64, Substring(text).isName else { throw .otherKind }
            return text
        }, write: { $0 })
}

extension Substring {
    fileprivate var isLevel: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                !"+#/".unicodeScalars.contains($0) && $0.value >= 0x20 && $0.value != 0x7F
            }
    }

    fileprivate var isName: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_".utf8.contains(byte)
                }
            }
    }
}
