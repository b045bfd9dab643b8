import Configuration
import Control
import Linux
import Notices

/// Result of the status request to the running bridge.
enum BridgeFacts: Sendable {
    case answered(BridgeAnswer)
    /// Refused with this sentence, possibly for lack of rights.
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

/// Status of a running bridge.
struct BridgeAnswer: Sendable {
    /// Status of a phone.
    struct Phone: Hashable, Sendable {
        var address: String
        var state: PhoneState
    }

    /// Status of an output.
    struct Output: Hashable, Sendable {
        var name: String
        /// Reason of its failure; nil if it works.
        var reason: String?
        var lostEvents = 0
        /// Section of a serial port, and its device or, for an LCD, its server.
        var port: String?
        var device: String?
        /// Section of a display.
        var display: String?
    }

    var version = ""
    var radio: RadioCondition?
    /// Whether the phones are simulated.
    var isSimulated = false
    var radioReason: String?
    /// Description of the radio's condition.
    var radioWords: String?
    /// Description of how it listens for beacons; nil if it neither listens nor sends.
    var beacons: String?
    /// Kind of radio; nil for simulated phones, or if the bridge is too old to report it.
    var kind: RealRadio?
    var phones: [Phone] = []
    /// Times by which the clocks of phones are ahead of the host's, as last read.
    var clockLeads: [Duration] = []
    /// Setting of the host's clock; nil if the configuration does not ask for it.
    var clock: StatusClock?
    var outputs: [Output] = []
    /// Add-on services that have reported.
    var addOns: [StatusAddOn] = []
    /// Reason why the current configuration was rejected.
    var configurationProblem: String?
    /// Settings that were changed and take effect only after a restart.
    var needsRestart: [String] = []
    /// When the configuration was last read.
    var configurationRead: WallTime?
    /// Path of the configuration.
    var configurationFile: String?
    /// Whether the configuration file exists.
    var hasConfiguration = false
    /// State folder for phones and mutes; nil if none, or if the bridge is too old to report it.
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
        clockLeads = status.phones.compactMap(\.clockLead).map { .milliseconds($0) }
        clock = status.clock
        phones = status.phones.compactMap { phone in
            PhoneState(rawValue: phone.state).map { Phone(address: phone.bond, state: $0) }
        }
        outputs = status.outlets.map { output in
            Output(
                name: output.name, reason: output.reason, lostEvents: output.lostEvents,
                port: output.port, device: output.device ?? output.server,
                display: output.display)
        }
        // Any user with the right to read can report under the name of a service.
        addOns = status.addOns.filter { $0.user == nil }
        stateFolder = status.state?.folder
        guard let configuration = status.configuration else { return }
        configurationProblem = configuration.problem
        needsRestart = configuration.needsRestart
        configurationRead = configuration.read
        configurationFile = configuration.file
        hasConfiguration = configuration.exists
    }
}
