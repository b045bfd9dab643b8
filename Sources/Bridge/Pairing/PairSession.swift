import ANCS
import BlueZRadio
import Linux
import Notices
import Outlets
import Radio

/// One pairing window from the command line, and what is told of it.
@LoopActor
final class PairSession: Outlet {
    /// How long there may be no adapter that listens.
    private static let patience: Duration = .seconds(15)
    /// How long a script waits for a paired phone to share its notifications.
    private static let scriptPatience: Duration = .seconds(10)

    private let options: PairOptions
    private let radio: BlueZRadio
    private let finish: @LoopActor (ExitStatus) -> Void
    private var bridge: Bridge?
    private var signals: SignalWatcher?
    private var reader: LineReader?
    private var answer: (@LoopActor (Bool) -> Void)?
    private var limit: TimerID?
    private var radioWords = "the Bluetooth service does not run"
    private var hasOpened = false
    private var isBonded = false
    private var isEnding = false
    /// What the phone did last, so that it is told once.
    private var phoneState: PhoneState?

    /// - Parameter finish: called once, when everything is as it was before.
    init(_ options: PairOptions, finish: @escaping @LoopActor (ExitStatus) -> Void) {
        self.options = options
        self.finish = finish
        radio = BlueZRadio(options.radio.radio)
    }

    /// Pairs on the calling thread until it is over.
    nonisolated static func run(_ options: PairOptions) -> ExitStatus {
        EventLoop.run { finish in
            var session: PairSession?
            session = PairSession(options) { status in
                session = nil
                finish(status)
            }
            session?.start()
        }
    }

    private func start() {
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
            self?.end(.signal(signal.rawValue))
        }
        let bridge = Bridge(radio: radio, outlets: [self], pace: Pace())
        self.bridge = bridge
        bridge.advise = { Messages.say(Text($0).cleaned()) }
        limit = EventLoop.shared.after(Self.patience) { [weak self] in self?.giveUp() }
        bridge.start {}
    }

    func show(_ event: BoardEvent) {
        switch event {
        case .radio(let condition, _): take(condition)
        case .phone(let state, let name, _) where isBonded: take(state, of: name)
        case .phone, .notice, .source: break
        }
    }

    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) { done() }

    private func take(_ condition: RadioCondition) {
        radioWords = condition.words
        guard condition == .listening, !hasOpened else {
            if hasOpened, condition != .listening {
                tell(.radio(condition.rawValue, sentence: "Bluetooth: \(condition.words)"))
            }
            return
        }
        hasOpened = true
        if let limit { EventLoop.shared.cancel(limit) }
        radio.openWindow(options.method, for: options.timeout) { [weak self] in self?.take($0) }
    }

    private func giveUp() {
        guard !hasOpened else { return }
        tell(.closed(reason: "no_radio", sentence: "No phone can pair: \(radioWords)"))
        end(.failure)
    }

    private func take(_ event: PairingEvent) {
        switch event {
        case .opened(let time):
            let seconds = Int(time.components.seconds)
            tell(.opened(host: radio.hostName, seconds: seconds))
        case .passkey(let number, let phone): tell(.passkey(number, phone: phone))
        case .compare(let number, let phone, let answer):
            ask(.compare(number, phone: phone), answer)
        case .confirm(let phone, let answer): ask(.confirm(phone: phone), answer)
        case .withdrawn:
            answer = nil
            tell(.withdrawn)
        case .bonded(let phone):
            isBonded = true
            tell(.bonded(address: phone.address, name: phone.name))
        case .closed(let end): windowClosed(end)
        }
    }

    private func windowClosed(_ end: PairingEnd) {
        tell(.closed(reason: end.reason, sentence: end.sentence))
        guard isBonded else { return self.end(.failure) }
        // The person may still have to allow something on the phone.
        let time = options.saysYes ? Self.scriptPatience : options.timeout
        limit = EventLoop.shared.after(time) { [weak self] in self?.end(.success) }
    }

    private func take(_ state: PhoneState, of name: String) {
        guard phoneState != state else { return }
        phoneState = state
        tell(.phone(name, state: state.rawValue, sentence: state.words))
        if state == .ready { end(.success) }
    }

    private func ask(_ question: PairingNews, _ answer: @escaping @LoopActor (Bool) -> Void) {
        tell(question)
        if options.saysYes { return answer(true) }
        self.answer = answer
        if reader == nil {
            reader = LineReader { [weak self] line in self?.take(line) }
        }
    }

    private func take(_ line: String?) {
        let answer = answer
        self.answer = nil
        answer?(["y", "yes"].contains(line?.lowercased() ?? ""))
    }

    private func tell(_ news: PairingNews) {
        // Any device in range chooses its own name.
        let sentence = Text(news.sentence).cleaned()
        if options.writesLines {
            _ = Messages.print(String(decoding: news.line, as: UTF8.self))
        } else {
            let isAsked = news.isQuestion && !options.saysYes
            _ = Messages.print(sentence + (isAsked ? " " : "\n"))
        }
    }

    private func end(_ status: ExitStatus) {
        guard !isEnding else { return }
        isEnding = true
        if let limit { EventLoop.shared.cancel(limit) }
        reader?.stop()
        bridge?.stop { [weak self] in
            self?.signals?.stop()
            self?.finish(status)
        }
    }
}

extension PairingEnd {
    /// The word for programs.
    fileprivate var reason: String {
        switch self {
        case .bonded: "bonded"
        case .time: "time"
        case .refused: "refused"
        case .interrupted: "interrupted"
        case .failed: "failed"
        }
    }

    /// The sentence for people, without its full stop.
    fileprivate var sentence: String {
        switch self {
        case .bonded: "No other phone can pair now"
        case .time: "The time is over; no phone has paired"
        case .refused: "The phone was turned away"
        case .interrupted: "No phone can pair any more"
        case .failed(let reason): "No phone can pair: \(reason)"
        }
    }
}
