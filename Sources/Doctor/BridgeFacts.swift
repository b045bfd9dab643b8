import Configuration
import Contract
import Control
import Formats
import JSON
import Linux
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
        /// The section of a serial port, and its device; of an LCD its server.
        var port: String?
        var device: String?
        /// The section of a display.
        var display: String?
    }

    /// A program beside it.
    struct Companion: Hashable, Sendable {
        var name: String
        /// `works`, `fails` or `gone`.
        var state: String
        /// What it does, or what keeps it from that.
        var words: String
        /// How much it left out.
        var lost: Int
        /// What went wrong last.
        var trouble: String?
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
    var companions: [Companion] = []
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

    init(_ status: JSONValue) {
        version = status.text("version") ?? ""
        radio = status["radio"]?.text("state").flatMap(RadioCondition.init)
        isSimulated = status["radio"]?.text("state") == "simulated"
        radioReason = status["radio"]?.text("reason")
        radioWords = status["radio"]?.text("words")
        beacons = status["beacons"]?.text("words")
        kind = status["radio"]?.text("kind").flatMap(RealRadio.init)
        phones = status.list("phones").compactMap { phone in
            guard let address = phone.text("bond"),
                let state = phone.text("state").flatMap(PhoneState.init)
            else { return nil }
            return Phone(address: address, state: state)
        }
        outputs = status.list("outlets").map { output in
            Output(
                name: output.text("name") ?? "", reason: output.text("reason"),
                lostEvents: output.number("lost_events") ?? 0, port: output.text("port"),
                device: output.text("device") ?? output.text("server"),
                display: output.text("display"))
        }
        // Any user who may read can have a program call itself like a service, and say anything.
        companions = status.list("companions").filter { $0["user"] == nil }.map { companion in
            Companion(
                name: companion.text("name") ?? "", state: companion.text("state") ?? "",
                words: companion.text("words") ?? "", lost: companion.number("lost") ?? 0,
                trouble: companion.text("trouble"))
        }
        stateFolder = status["state"]?.text("folder")
        guard let configuration = status["configuration"] else { return }
        configurationProblem = configuration.text("problem")
        needsRestart = configuration.list("needs_restart").compactMap(\.text)
        configurationRead = configuration.text("read").flatMap(WallTime.init(timestamp:))
        configurationFile = configuration.text("file")
        hasConfiguration = configuration.isTrue("exists")
    }
}
