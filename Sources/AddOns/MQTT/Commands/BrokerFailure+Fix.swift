import Commands
import Linux
import Mosquitto

extension BrokerFailure {
    private static let qualityFix =
        "allow QoS 1 at the broker: remove max_qos 0 from the configuration of mosquitto"

    /// Advice for the user.
    func fix(of settings: MQTTSettings) -> String {
        switch self {
        case .unknownName: "set host in [mqtt] to the broker's name or address"
        case .noNameService: "check whether this host has a network connection"
        case .unreachable(let place, .connectionRefused), .silent(let place):
            "check whether the broker runs, and listens at \(place)"
        case .unreachable, .lost: "check whether the broker runs, and accepts this host"
        case .file(let path, _): "ls -l \(path)    # the service's user must be able to read it"
        case .turnedAway:
            "compare certificate and key in [mqtt] with those that the broker requires"
        case .encryption(_, BrokerEncryptionMessages.noneAtPort):
            "set host in [mqtt] to the broker's TLS port, usually 8883; or set tls = no"
        case .encryption where settings.authorities == nil:
            "set ca in [mqtt] to the authority that signed the broker's certificate"
        case .encryption: "compare ca, certificate and host in [mqtt] with the broker's certificate"
        case .refused(_, .badUserOrPassword), .refused(_, .notAuthorized):
            settings.user == nil
                ? "set user and password in [mqtt]"
                : "compare user and password in [mqtt] with the broker's"
        case .refused(_, .unsupportedVersion): "set protocol = 3.1.1 in [mqtt]"
        case .noAcknowledgements: Self.qualityFix
        case .refused, .dismissed: "look at the broker's log"
        case .malformed(_, .notMQTT): "host in [mqtt] must name the port of an MQTT broker"
        case .malformed: "set protocol = 3.1.1 in [mqtt], and look at the broker's log"
        case .invalid: "fix it in [mqtt]"
        }
    }
}
