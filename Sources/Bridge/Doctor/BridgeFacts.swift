import Control
import JSON
import Notices

/// What became of asking the running bridge how it is.
enum BridgeFacts: Sendable {
    case answered(BridgeAnswer)
    /// It refused, with this sentence; to this user where that is a matter of rights.
    case refused(String, isAboutRights: Bool)
    case silent(ControlFailure)

    init(_ result: Result<ControlReply, ControlFailure>) {
        switch result {
        case .failure(let failure): self = .silent(failure)
        case .success(let reply):
            switch reply.outcome {
            case .done(let value): self = .answered(BridgeAnswer(value))
            case .refused(let refusal):
                self = .refused(refusal.sentence, isAboutRights: refusal.code == .notAllowed)
            }
        }
    }
}

/// What a running bridge says of itself.
struct BridgeAnswer: Sendable {
    /// A phone as the bridge knows it.
    struct Phone: Hashable, Sendable {
        var address: String
        var state: PhoneState
    }

    /// One of its outputs.
    struct Output: Hashable, Sendable {
        var name: String
        /// Why it fails; nil where it does not.
        var reason: String?
        var lostEvents = 0
    }

    var version = ""
    var radio: RadioCondition?
    var radioReason: String?
    var phones: [Phone] = []
    var outputs: [Output] = []
    /// Why the configuration that is there now was not taken.
    var configurationProblem: String?

    init() {}

    init(_ status: JSONValue) {
        version = status.text("version") ?? ""
        radio = status["radio"]?.text("state").flatMap(RadioCondition.init)
        radioReason = status["radio"]?.text("reason")
        phones = status.list("phones").compactMap { phone in
            guard let address = phone.text("bond"),
                let state = phone.text("state").flatMap(PhoneState.init)
            else { return nil }
            return Phone(address: address, state: state)
        }
        outputs = status.list("outlets").map { output in
            Output(
                name: output.text("name") ?? "", reason: output.text("reason"),
                lostEvents: output.number("lost_events") ?? 0)
        }
        configurationProblem = status["configuration"]?.text("problem")
    }
}
