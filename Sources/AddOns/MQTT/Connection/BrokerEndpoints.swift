import AddOnRuntime
import Commands
import Linux
import Mosquitto

/// Endpoints of the configured brokers, including secrets.
struct BrokerEndpoints: Hashable, Sendable {
    /// Unit whose credentials are used.
    static let service = "callboard-mqtt"
    private static let port = 1883
    private static let encryptedPort = 8883
    /// Delay after which a broker publishes the will.
    private static let willDelay: Duration = .seconds(10)

    /// Endpoints in the order of attempts, each with MQTT 5 unless the configuration selects 3.1.1.
    var plans: [BrokerEndpoint]
    /// Whether MQTT 3.1.1 is used if the broker has no newer version.
    let mayBeOlder: Bool

    /// - Parameters:
    ///   - clientID: client ID, unless the configuration has one.
    ///   - will: message published when this program is gone; nil for commands.
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
            // A local socket needs no encryption, and has no name for a certificate.
            if case .host = place { plan.encryption = encryption }
            plan.user = settings.user
            plan.password = password
            return plan
        }
        mayBeOlder = settings.version == .auto
    }
}

extension MQTTSettings {
    /// Name of the bridge in topics.
    var bridgeName: String { bridge ?? Slug.of(HostName.current ?? "callboard") }

    /// Client ID at the broker.
    var client: String { clientID ?? "callboard-\(bridgeName)" }

    /// Options of topics and content.
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
