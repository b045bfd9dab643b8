package import Board
package import Settings

/// Settings of the section about MQTT.
package struct MQTTSettings: Hashable, Sendable {
    /// Brokers in the order in which they are tried.
    package var hosts: [ServerHost]
    package var isEncrypted: Bool
    /// File with certificate authorities; nil for those of the system.
    package var authorities: String?
    /// File of the client certificate.
    package var certificate: String?
    /// Private key of the client certificate.
    package var key: SecretPlace?
    package var user: String?
    package var password: SecretPlace?
    /// MQTT client identifier; nil if not configured.
    package var clientID: String?
    package var version: MQTTVersion
    /// Longest silence before a ping.
    package var keepAlive: Duration
    /// Prefix of all topics.
    package var topic: String
    /// Name of the bridge in topics; nil if not configured.
    package var bridge: String?
    /// Level of detail that leaves the host.
    package var detail: BoardOptions.Detail
    /// Treatment of silently delivered notifications.
    package var silent: SilentNews
    /// Topic prefix of Home Assistant discovery; nil if discovery is off.
    package var discoveryPrefix: String?
    /// Whether items and residents are published.
    package var tellsBeacons: Bool
    /// Whether other MQTT clients may answer, decline and clear.
    package var takesActs: Bool
    /// Whether other MQTT clients may show texts on the displays.
    package var takesTexts: Bool
    /// Maximum number of events queued while the broker is unreachable.
    package var waiting: Int
    /// Time after which an event expires.
    package var eventAge: Duration

    /// Creates settings from a section whose values are valid.
    package init(_ section: SectionValues) {
        hosts = section[MQTTKeys.host]
        isEncrypted =
            section[MQTTKeys.tls]
            ?? (section[MQTTKeys.authorities] != nil || section[MQTTKeys.certificate] != nil)
        authorities = section[MQTTKeys.authorities]
        certificate = section[MQTTKeys.certificate]
        key = section[MQTTKeys.key]
        user = section[MQTTKeys.user]
        password = section[MQTTKeys.password]
        clientID = section[MQTTKeys.clientID]
        version = section[MQTTKeys.version]
        keepAlive = section[MQTTKeys.keepAlive]
        topic = section[MQTTKeys.topic]
        bridge = section[MQTTKeys.bridge]
        detail = section[MQTTKeys.detail]
        silent = section[MQTTKeys.silent]
        discoveryPrefix =
            section[MQTTKeys.discovery] ? section[MQTTKeys.discoveryPrefix] : nil
        tellsBeacons = section[MQTTKeys.beacons]
        takesActs = section[MQTTKeys.acts]
        takesTexts = section[MQTTKeys.show]
        waiting = section[MQTTKeys.waiting]
        eventAge = section[MQTTKeys.eventAge]
    }

    /// Remarks on settings that are valid but may surprise, as sentences.
    static func notes(on section: SectionValues) -> [String] {
        guard section.isGiven, !section.isGiven(MQTTKeys.host.entry) else { return [] }
        return ["[mqtt] has no host, so the broker on this host is used: host = localhost"]
    }

    /// Errors that the check of a single value cannot find, such as an empty list or keys that contradict each other.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if section[MQTTKeys.host].isEmpty {
            problems.append(section.problem(with: MQTTKeys.host, "names no broker"))
        }
        if section[MQTTKeys.password] != nil, section[MQTTKeys.user] == nil {
            problems.append(
                section.problem(with: MQTTKeys.password, "requires the key user"))
        }
        return problems
            + section.problems(
                certificate: MQTTKeys.certificate, key: MQTTKeys.key,
                authorities: MQTTKeys.authorities, tls: MQTTKeys.tls)
    }
}
