package import Board
package import Settings

/// What the section about MQTT means.
package struct MQTTSettings: Hashable, Sendable {
    /// The brokers, in the order in which they are tried.
    package var hosts: [ServerHost]
    /// Whether connections are encrypted.
    package var isEncrypted: Bool
    /// The file of the authorities that count; nil for the system's.
    package var authorities: String?
    /// The file of this side's certificate.
    package var certificate: String?
    /// Where its key is.
    package var key: SecretPlace?
    /// The user.
    package var user: String?
    /// Where the user's password is.
    package var password: SecretPlace?
    /// The client's name, where somebody chose one.
    package var clientID: String?
    /// Which version is spoken.
    package var version: MQTTVersion
    /// The longest silence.
    package var keepAlive: Duration
    /// What all topics begin with.
    package var topic: String
    /// The bridge's name, where somebody chose one.
    package var bridge: String?
    /// How much leaves the machine.
    package var detail: BoardOptions.Detail
    /// What becomes of what the phone delivers in silence.
    package var silent: SilentNews
    /// Where Home Assistant is told what there is; nil where it is not.
    package var discoveryPrefix: String?
    /// Whether things and persons are told of.
    package var tellsBeacons: Bool
    /// Whether others may answer, decline and clear.
    package var takesActs: Bool
    /// Whether others may show texts.
    package var takesTexts: Bool
    /// How many events wait at most.
    package var waiting: Int
    /// After how long an event is of no use.
    package var eventAge: Duration

    /// Takes a section whose values are right.
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

    /// What a person should know of a section although it is allowed, in sentences.
    static func notes(on section: SectionValues) -> [String] {
        guard section.isGiven, !section.isGiven(MQTTKeys.host.entry) else { return [] }
        return ["[mqtt] has no host, so the broker on this machine is used: host = localhost"]
    }

    /// What is wrong with a section that only all of it shows.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if section[MQTTKeys.host].isEmpty {
            problems.append(section.problem(with: MQTTKeys.host, "names no broker"))
        }
        if section[MQTTKeys.password] != nil, section[MQTTKeys.user] == nil {
            problems.append(
                section.problem(with: MQTTKeys.password, "wants the key user as well"))
        }
        return problems
            + section.problems(
                certificate: MQTTKeys.certificate, key: MQTTKeys.key,
                authorities: MQTTKeys.authorities, tls: MQTTKeys.tls)
    }
}
