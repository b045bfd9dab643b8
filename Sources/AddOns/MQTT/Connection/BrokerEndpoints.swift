import AddOnRuntime
import Commands
import Linux
import Mosquitto

/// The brokers of the configuration with everything that a connection needs, secrets among it.
struct BrokerEndpoints: Hashable, Sendable {
    /// The service whose credentials are meant.
    static let service = "callboard-mqtt"
    private static let port = 1883
    private static let encryptedPort = 8883
    /// How long a broker waits before it tells others that this program is gone.
    private static let willDelay: Duration = .seconds(10)

    /// In the order in which they are tried, each for the newest version that is wanted.
    var plans: [BrokerEndpoint]
    /// Whether the older version is taken where the broker has no other.
    let mayBeOlder: Bool

    /// - Parameters:
    ///   - clientID: the client's name, unless the configuration has one.
    ///   - will: what others are told once this program is gone; nil where it only looks.
    init(
        _ settings: MQTTSettings, clientID: String, will: HomeMessage?
    ) throws(Secret.Problem) {
        var password: String?
        if let place = settings.password {
            password = try Secret.text(of: place, service: Self.service)
        }
        var encryption: BrokerEndpoint.Encryption?
        if settings.isEncrypted {
            var key: String?
            if let place = settings.key { key = try Secret.path(of: place, service: Self.service) }
            encryption = BrokerEndpoint.Encryption(
                authorities: settings.authorities, certificate: settings.certificate, key: key)
        }
        plans = settings.hosts.map { host in
            let place: BrokerEndpoint.Place =
                switch host {
                case .host(let name, let port):
                    .host(
                        name, port: port ?? (settings.isEncrypted ? Self.encryptedPort : Self.port))
                case .socket(let path): .socket(path: path)
                }
            var plan = BrokerEndpoint(
                place: place, clientID: clientID, keepAlive: settings.keepAlive,
                will: will.map(BrokerMessage.init), willDelay: Self.willDelay)
            plan.version = settings.version == .three ? .three : .five
            // What stays on the machine needs no encryption, and has no name that a certificate could bear.
            if case .host = place { plan.encryption = encryption }
            plan.user = settings.user
            plan.password = password
            return plan
        }
        mayBeOlder = settings.version == .auto
    }
}

extension MQTTSettings {
    /// The bridge's name in topics.
    var bridgeName: String { bridge ?? Slug.of(HostName.current ?? "callboard") }

    /// The client's name for the broker.
    var client: String { clientID ?? "callboard-\(bridgeName)" }

    /// What is told, and where.
    func homeOptions(version: String, instance: String = "") -> HomeOptions {
        var options = HomeOptions(
            topic: topic, bridge: bridgeName, detail: detail, discoveryPrefix: discoveryPrefix,
            version: version)
        options.instance = instance
        options.tellsSilent = silent == .show
        options.tellsBeacons = tellsBeacons
        options.takesActs = takesActs
        options.takesTexts = takesTexts
        options.eventSeconds = UInt32(clamping: eventAge.components.seconds)
        return options
    }
}
