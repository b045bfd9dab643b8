package import Board
package import Settings

/// The keys of the section about MQTT.
package enum MQTTKeys {
    /// The broker, or several that are tried in turn.
    package static let host = Key<[ServerHost]>.list(
        "host", of: .server, default: [.host("localhost", port: nil)],
        example: "broker.lan, 192.168.1.5:1884, unix:/run/mosquitto/mosquitto.sock",
        summary: "The broker; of several the first that answers is taken")
    /// Whether the connection is encrypted.
    package static let tls = Key<Bool?>.optional(
        "tls", .yesOrNo, example: "yes",
        summary:
            "Whether the connection is encrypted, usually at port 8883 instead of 1883; by default "
            + "it is where ca or certificate is given")
    /// Whose signature under the broker's certificate counts.
    package static let authorities = Key<String?>.optional(
        "ca", .file, example: "/etc/callboard/broker-ca.crt",
        summary:
            "The authority that signed the broker's certificate; those of the system by default"
    )
    /// The certificate of this side.
    package static let certificate = Key<String?>.optional(
        "certificate", .file, example: "/etc/callboard/mqtt.crt",
        summary: "The certificate by which the broker knows this client")
    /// Its key.
    package static let key = Key<SecretPlace?>.optional(
        "key", .secret, example: "credential:callboard-mqtt.key", isSecret: true,
        summary: "Where the key of that certificate is")
    /// The user.
    package static let user = Key<String?>.optional(
        "user", .word, example: "callboard", summary: "The user, where the broker wants one")
    /// The user's password.
    package static let password = Key<SecretPlace?>.optional(
        "password", .secret, example: "credential:callboard-mqtt.password", isSecret: true,
        summary: "Where the user's password is")
    /// The client's name.
    package static let clientID = Key<String?>.optional(
        "client-id", .word, example: "callboard-hall",
        summary: "The name by which the broker knows this client; callboard- and the bridge's name "
            + "by default")
    /// The version of the protocol.
    package static let version = Key<MQTTVersion>(
        "protocol", .choice, default: .auto,
        summary: "The version of MQTT; auto takes 5, and 3.1.1 where the broker has no other")
    /// The longest silence.
    package static let keepAlive = Key<Duration>(
        "keep-alive", .duration(.seconds(10)...(.seconds(3600))), default: .seconds(120),
        summary: "After how long a silence both sides make sure that the other is still there")
    /// What all topics begin with.
    package static let topic = Key<String>(
        "topic", .topic, default: "callboard", summary: "What all topics begin with")
    /// The bridge's name.
    package static let bridge = Key<String?>.optional(
        "bridge", .level, example: "hall",
        summary: "The bridge's name in topics, its own for each; the machine's by default")
    /// How much leaves the machine.
    package static let detail = Key<BoardOptions.Detail>(
        "detail", .choice, default: .counts,
        summary:
            "How much leaves the machine: all words (full), who and which app (names), or what "
            + "kind of thing and how many (counts)")
    /// What becomes of what the phone delivers in silence.
    package static let silent = Key<SilentNews>(
        "silent", .choice, default: .show,
        summary:
            "Whether what is delivered in silence, as with Focus, is an event too (show), or is "
            + "only counted (hide)")
    /// Whether Home Assistant is told what there is.
    package static let discovery = Key<Bool>(
        "discovery", .yesOrNo, default: true,
        summary: "Whether Home Assistant is told of the phones, so that they appear there")
    /// Where Home Assistant looks.
    package static let discoveryPrefix = Key<String>(
        "discovery-prefix", .topic, default: "homeassistant",
        summary: "Where Home Assistant looks for that")
    /// Whether things and persons are told of.
    package static let beacons = Key<Bool>(
        "beacons", .yesOrNo, default: true,
        summary: "Whether things and persons with beacons are told of, by their names, where the "
            + "configuration has some")
    /// Whether others may answer, decline and clear.
    package static let acts = Key<Bool>(
        "acts", .yesOrNo, default: false,
        summary: "Whether whoever may publish there can answer, decline and clear; the service's "
            + "user needs the right to act")
    /// Whether others may show texts.
    package static let show = Key<Bool>(
        "show", .yesOrNo, default: false,
        summary: "Whether whoever may publish there can show a text on the displays; likewise")
    /// How many events wait.
    package static let waiting = Key<Int>(
        "waiting", .integer(0...1000), default: 100,
        summary: "How many events wait at most while the broker is away; of calls none do")
    /// How long an event is worth something.
    package static let eventAge = Key<Duration>(
        "event-age", .duration(.seconds(10)...(.seconds(86_400))), default: .seconds(600),
        summary: "After how long an event is of no use to anybody, at the broker as well")

    /// The section.
    package static let section = Section(
        "mqtt", summary: "What callboard-mqtt tells an MQTT broker, and Home Assistant",
        details: [
            "For the program callboard-mqtt, which is a package of its own; the bridge itself has no "
                + "network. callboard-mqtt check tries all this, and Docs/mqtt.md lists the topics."
        ],
        keys: [
            host.entry, tls.entry, authorities.entry, certificate.entry, key.entry, user.entry,
            password.entry, clientID.entry, version.entry, keepAlive.entry, topic.entry,
            bridge.entry, detail.entry, silent.entry, discovery.entry, discoveryPrefix.entry,
            beacons.entry, acts.entry, show.entry, waiting.entry, eventAge.entry,
        ], advice: ["port": "the port stands behind the host: host = NAME:PORT"])
}

/// Which version of MQTT is spoken.
package enum MQTTVersion: String, Hashable, Sendable, CaseIterable {
    /// The newest that the broker has.
    case auto
    /// 5.
    case five = "5"
    /// 3.1.1.
    case three = "3.1.1"
}

/// What becomes of news that the phone delivers in silence.
package enum SilentNews: String, Hashable, Sendable, CaseIterable {
    /// It is an event like others.
    case show
    /// It is only counted.
    case hide
}

extension ValueSyntax<String> {
    /// Levels of a topic, without a slash at either end.
    fileprivate static let topic = ValueSyntax(
        wants: "a topic such as home/callboard, without + and # and without a / at its ends",
        read: { (text) throws(ValueRefusal) in
            let levels = text.split(separator: "/", omittingEmptySubsequences: false)
            guard levels.allSatisfy({ $0.isLevel }), text.utf8.count <= 128, text.first != "$"
            else { throw .otherKind }
            return text
        }, write: { $0 })

    /// One level of a topic.
    fileprivate static let level = ValueSyntax(
        wants: "a name of letters, digits, - and _",
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
