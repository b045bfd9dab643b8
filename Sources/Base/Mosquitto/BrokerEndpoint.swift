/// Which broker a connection is to, and as whom.
package struct BrokerEndpoint: Hashable, Sendable {
    /// Where the broker is.
    package enum Place: Hashable, Sendable {
        /// A host by its name or address, and a port.
        case host(String, port: Int)
        /// A socket of this machine.
        case socket(path: String)
    }

    /// Which version of the protocol is spoken.
    package enum Version: Hashable, Sendable {
        /// 3.1.1, which every broker knows.
        case three
        /// 5, with expiry, reasons, and answers to requests.
        case five
    }

    /// How a connection is encrypted, and how both sides show who they are.
    package struct Encryption: Hashable, Sendable {
        /// The file with the authorities whose signature counts; the system's where there is none.
        package var authorities: String?
        /// The file with the certificate by which this side shows who it is.
        package var certificate: String?
        /// The file with the key of that certificate.
        package var key: String?

        /// Files, as far as there are any.
        package init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
        }
    }

    /// Where it is.
    package var place: Place
    /// The version that is spoken.
    package var version = Version.five
    /// How it is encrypted; nil where it is not.
    package var encryption: Encryption?
    /// The name under which the broker knows this client; no other may have it at the same time.
    package var clientID: String
    /// The user, where the broker wants one.
    package var user: String?
    /// The user's password.
    package var password: String?
    /// After how long a silence each side makes sure that the other is still there.
    package var keepAlive: Duration
    /// What the broker is to tell others once this client is gone without a goodbye.
    package var will: BrokerMessage?
    /// How long the broker waits with that, where the version allows it.
    package var willDelay: Duration

    /// A plan; what is not named here it has not.
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
    /// Where it is, for people.
    package var description: String {
        switch self {
        case .host(let name, let port): "\(name) port \(port)"
        case .socket(let path): path
        }
    }
}
