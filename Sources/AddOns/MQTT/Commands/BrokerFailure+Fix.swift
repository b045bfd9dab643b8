import Commands
import Linux
import Mosquitto

extension BrokerFailure {
    private static let qualityFix =
        "allow QoS 1 at the broker; mosquitto does without max_qos 0 in its configuration"

    /// What a person can do about it.
    func fix(of settings: MQTTSettings) -> String {
        switch self {
        case .unknownName: "host in [mqtt] wants the broker's name or address"
        case .noNameService: "look whether this machine has a network"
        case .unreachable(let place, .connectionRefused), .silent(let place):
            "look whether the broker runs, and listens at \(place)"
        case .unreachable, .lost: "look whether the broker runs, and lets this machine in"
        case .file(let path, _): "ls -l \(path)    # the service's user has to be able to read it"
        case .turnedAway: "compare certificate and key in [mqtt] with those that the broker wants"
        case .encryption(_, BrokerEncryptionMessages.noneAtPort):
            "host in [mqtt] wants the port at which the broker encrypts, usually 8883; or tls = no"
        case .encryption where settings.authorities == nil:
            "ca in [mqtt] names the authority that signed the broker's certificate"
        case .encryption: "compare ca, certificate and host in [mqtt] with the broker's certificate"
        case .refused(_, .badUserOrPassword), .refused(_, .notAuthorized):
            settings.user == nil
                ? "user and password in [mqtt] say who this is"
                : "compare user and password in [mqtt] with the broker's"
        case .refused(_, .unsupportedVersion): "protocol = 3.1.1 in [mqtt]"
        case .noAcknowledgements: Self.qualityFix
        case .refused, .dismissed: "look at the broker's log"
        case .malformed(_, .notMQTT): "host in [mqtt] must name the port of an MQTT broker"
        case .malformed: "protocol = 3.1.1 in [mqtt], and look at the broker's log"
        case .invalid: "mend it in [mqtt]"
        }
    }
}
