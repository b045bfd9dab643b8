package import Linux

/// The reason for a failed or lost connection to a broker.
package enum BrokerFailure: Error, Hashable, Sendable {
    /// The host name does not exist.
    case unknownName(String)
    /// The name server does not answer.
    case noNameService(String)
    /// The system could not connect.
    case unreachable(BrokerEndpoint.Place, Errno)
    /// No answer in time.
    case silent(BrokerEndpoint.Place)
    /// A TLS file cannot be used.
    case file(String, Errno)
    /// TLS failed with this message.
    case encryption(BrokerEndpoint.Place, String)
    /// The broker refused the connection.
    case refused(BrokerEndpoint.Place, ReasonCode)
    /// The broker ended the connection with a reason.
    case dismissed(BrokerEndpoint.Place, ReasonCode)
    /// The connection broke, or the broker ended it without a reason.
    case lost(BrokerEndpoint.Place)
    /// The broker ended an encrypted connection before CONNACK, and no reason arrived.
    ///
    /// The flag says whether a client certificate was sent.
    case turnedAway(BrokerEndpoint.Place, hasCertificate: Bool)
    /// The broker sent an invalid packet, which was kept from libmosquitto.
    case malformed(BrokerEndpoint.Place, PacketProblem)
    /// The broker supports only QoS 0.
    case noAcknowledgements(BrokerEndpoint.Place)
    /// libmosquitto rejected a setting.
    case invalid(String)
}

extension BrokerFailure: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .unknownName(let name): "no host is called \(name)"
        case .noNameService(let name): "the name \(name) cannot be looked up at the moment"
        case .unreachable(let place, .connectionRefused): "no broker listens at \(place)"
        case .unreachable(let place, let error): "\(place) cannot be reached: \(error)"
        case .silent(let place): "\(place) does not answer"
        case .file(let path, let error): "\(path) cannot be read: \(error)"
        case .encryption(let place, let words): "no encrypted connection to \(place): \(words)"
        case .refused(_, .badUserOrPassword), .refused(_, .notAuthorized):
            "the broker does not accept the user and the password"
        case .refused(let place, let reason): "\(place) refuses the connection: \(reason.words)"
        case .dismissed(let place, .takenOver):
            "\(place) accepted another client with the same name"
        case .dismissed(let place, let reason): "\(place) ended the connection: \(reason.words)"
        case .lost(let place): "the connection to \(place) is gone"
        case .turnedAway(let place, let hasCertificate):
            "\(place) ended the encrypted connection before it accepted this client; "
                + (hasCertificate
                    ? "it may not accept this client's certificate"
                    : "it may require a client certificate")
        case .malformed(let place, let problem):
            "the connection to \(place) was closed, since it sent \(problem)"
        case .noAcknowledgements(let place):
            "\(place) takes no messages of QoS 1, only of QoS 0, and Callboard needs QoS 1"
        case .invalid(let words): words
        }
    }

    /// Whether the connection ended without a reason.
    package var isWordless: Bool {
        switch self {
        case .lost, .turnedAway: true
        default: false
        }
    }

    /// Whether the broker supports only an older version, or may: some end the connection without a
    /// reason.
    package var mayBeVersion: Bool {
        switch self {
        case .refused(_, .unsupportedVersion), .refused(_, ReasonCode(rawValue: 129)),
            .refused(_, ReasonCode(rawValue: 130)):
            true
        case .malformed(_, let problem): problem.mayBeVersion
        default: isWordless
        }
    }
}
