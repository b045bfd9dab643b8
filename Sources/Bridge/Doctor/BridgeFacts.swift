import Configuration
import Contract
import Control
import Linux
import Notices

/// What became of asking the running bridge how it is.
enum BridgeFacts: Sendable {
    case answered(BridgeAnswer)
    /// It refused, with this sentence; to this user where that is a matter of rights.
    case refused(String, isAboutRights: Bool)
    case silent(ControlFailure)

    init(_ result: Result<Answered<StatusAnswer>, AskFailure>) {
        self =
            switch result {
            case .success(let answer): .answered(BridgeAnswer(answer.value))
            case .failure(.refused(let refusal)):
                .refused(refusal.sentence, isAboutRights: refusal.code == .notAllowed)
            case .failure(.failed(let failure)): .silent(failure)
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
        /// The section of a serial port, and its device; of an LCD its server.
        var port: String?
        var device: String?
        /// The section of a display.
        var display: String?
    }

    var version = ""
    var radio: RadioCondition?
    /// Whether there is no radio that could be in any condition.
    var isSimulated = false
    var radioReason: String?
    /// What the radio says of itself.
    var radioWords: String?
    /// How it listens for beacons, in words; nil where it has nothing to do with any.
    var beacons: String?
    /// Which radio it is; nil where the phones are simulated, or the bridge is too old to say.
    var kind: RealRadio?
    var phones: [Phone] = []
    var outputs: [Output] = []
    /// The programs beside it that have told of themselves.
    var companions: [StatusAddOn] = []
    /// Why the configuration that is there now was not taken.
    var configurationProblem: String?
    /// What it read since it began and cannot follow before it is restarted.
    var needsRestart: [String] = []
    /// When it read its configuration last.
    var configurationRead: WallTime?
    /// Which file that was.
    var configurationFile: String?
    /// Whether there was one.
    var hasConfiguration = false
    /// Where it remembers phones and mutes; nil if nowhere, or if the bridge is too old to say.
    var stateFolder: String?

    init() {}

    init(_ status: StatusAnswer) {
        version = status.version
        if let told = status.radio {
            radio = RadioCondition(rawValue: told.state)
            isSimulated = told.state == "simulated"
            radioReason = told.reason
            radioWords = told.words
            kind = RealRadio(rawValue: told.kind)
        }
        beacons = status.beacons?.words
        phones = status.phones.compactMap { phone in
            PhoneState(rawValue: phone.state).map { Phone(address: phone.bond, state: $0) }
        }
        outputs = status.outlets.map { output in
            Output(
                name: output.name, reason: output.reason, lostEvents: output.lostEvents,
                port: output.port, device: output.device ?? output.server,
                display: output.display)
        }
        // Any user with the right to read can have a program take the name of a service, and say anything.
        companions = status.companions.filter { $0.user == nil }
        stateFolder = status.state?.folder
        guard let configuration = status.configuration else { return }
        configurationProblem = configuration.problem
        needsRestart = configuration.needsRestart
        configurationRead = configuration.read
        configurationFile = configuration.file
        hasConfiguration = configuration.exists
    }
}
