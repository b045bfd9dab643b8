package import Linux

/// Why there is no connection to a broker, or not any more.
package enum BrokerFailure: Error, Hashable, Sendable {
    /// Nobody knows the host's name.
    case unknownName(String)
    /// Who knows names does not answer.
    case noNameService(String)
    /// The system could not make the connection, for this reason.
    case unreachable(BrokerEndpoint.Place, Errno)
    /// Nobody answered in time.
    case silent(BrokerEndpoint.Place)
    /// A file of the encryption cannot be used.
    case file(String, Errno)
    /// There is no encrypted connection, for the reason in these words.
    case encryption(BrokerEndpoint.Place, String)
    /// The broker does not let this client in.
    case refused(BrokerEndpoint.Place, ReasonCode)
    /// The broker ended the connection, and said why.
    case dismissed(BrokerEndpoint.Place, ReasonCode)
    /// The connection broke, or the broker ended it without a word.
    case lost(BrokerEndpoint.Place)
    /// The broker ended an encrypted connection before it let this client in, and why did not arrive; whether a certificate was
    /// shown.
    case turnedAway(BrokerEndpoint.Place, hasCertificate: Bool)
    /// The broker sent something that is not given to the library.
    case malformed(BrokerEndpoint.Place, PacketProblem)
    /// The broker takes only messages without acknowledgement.
    case noAcknowledgements(BrokerEndpoint.Place)
    /// The library does not take what it was given.
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
            "\(place) has let in another client of the same name"
        case .dismissed(let place, let reason): "\(place) ended the connection: \(reason.words)"
        case .lost(let place): "the connection to \(place) is gone"
        case .turnedAway(let place, let hasCertificate):
            "\(place) ended the encrypted connection before it let this client in; "
                + (hasCertificate
                    ? "it may not accept this client's certificate"
                    : "it may want a certificate of this client")
        case .malformed(let place, let problem):
            "the connection to \(place) was closed, since it sent \(problem)"
        case .noAcknowledgements(let place):
            "\(place) takes no messages of QoS 1, only of QoS 0, and Callboard needs QoS 1"
        case .invalid(let words): words
        }
    }

    /// Whether the connection ended without a word.
    package var isWordless: Bool {
        switch self {
        case .lost, .turnedAway: true
        default: false
        }
    }

    /// Whether the broker speaks only an older version, or may: some end the connection without a word.
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
