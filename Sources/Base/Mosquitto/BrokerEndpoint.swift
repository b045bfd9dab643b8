/// Address and login of a broker.
package struct BrokerEndpoint: Hashable, Sendable {
    /// Address of a broker.
    package enum Place: Hashable, Sendable {
        case host(String, port: Int)
        /// Path of a local unix socket.
        case socket(path: String)
    }

    /// MQTT version.
    package enum Version: Hashable, Sendable {
        /// 3.1.1, which every broker supports.
        case three
        /// 5, with expiry, reason codes, and request and response.
        case five
    }

    /// Paths of TLS files.
    package struct Encryption: Hashable, Sendable {
        /// CA certificates; nil for those of the system.
        package var authorities: String?
        /// Client certificate.
        package var certificate: String?
        /// Private key of the client certificate.
        package var key: String?

        package init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
        }
    }

    package var place: Place
    package var version = Version.five
    /// TLS settings; nil for an unencrypted connection.
    package var encryption: Encryption?
    /// Client identifier, unique on the broker.
    package var clientID: String
    /// User name, if the broker requires one.
    package var user: String?
    package var password: String?
    /// Interval of silence after which each side checks the connection.
    package var keepAlive: Duration
    /// Message that the broker publishes when the connection ends without DISCONNECT.
    package var will: BrokerMessage?
    /// Delay of the will, with MQTT 5.
    package var willDelay: Duration

    package init(
        place: Place, clientID: String, keepAlive: Duration = .seconds(60),
        will: BrokerMessage? = nil, willDelay: Duration = .zero
    ) {
        self.place = place
        self.clientID = clientID
        self.keepAlive = keepAlive
        self.will = will
        self.willDelay = willDelay
    }
}

extension BrokerEndpoint.Place: CustomStringConvertible {
    /// Address as text.
    package var description: String {
        switch self {
        case .host(let name, let port): "\(name) port \(port)"
        case .socket(let path): path
        }
    }
}
