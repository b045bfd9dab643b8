import ANCS
import BlueZRadio
import Linux
import Notices
import Outlets
import Radio

/// One pairing window from the command line, and what is told of it.
@LoopActor
final class PairSession: Outlet {
    /// How it ended, and what a person has to know about that.
    struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    /// How long there may be no adapter that listens.
    private static let patience: Duration = .seconds(15)
    /// How long a script waits for a paired phone to share its notifications.
    private static let scriptPatience: Duration = .seconds(10)
    /// How long the last words may take once everything is as it was before.
    private static let lastWordLimit: Duration = .seconds(1)
    /// How long standard error may take for what is said while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    private let options: PairOptions
    private let radio: BlueZRadio
    private let finish: @LoopActor (Ending) -> Void
    private var console: ConsoleOutlet?
    private var bridge: Bridge?
    private var signals: SignalWatcher?
    private var reader: LineReader?
    private var hasInputEnded = false
    private var answer: (@LoopActor (Bool) -> Void)?
    private var limit: TimerID?
    private var radioWords = "the Bluetooth service does not run"
    private var hasOpened = false
    private var hasClosed = false
    /// Follows the phone that was paired.
    private var follower = PhoneFollower()
    /// Nil until the end has begun.
    private var ending: Ending?

    /// - Parameter finish: called once, when everything is as it was before.
    init(_ options: PairOptions, finish: @escaping @LoopActor (Ending) -> Void) {
        self.options = options
        self.finish = finish
        radio = BlueZRadio(options.radio.radio)
    }

    /// Pairs on the calling thread until it is over.
    nonisolated static func run(_ options: PairOptions) -> ExitStatus {
        let ending = EventLoop.run { (finish: @escaping @LoopActor (Ending) -> Void) in
            var session: PairSession?
            session = PairSession(options) { ending in
                session = nil
                finish(ending)
            }
            session?.start()
        }
        if let sentence = ending.sentence { Messages.say(sentence, within: wordLimit) }
        return ending.status
    }

    private func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(.signal(signal.rawValue))
            }
        } catch {
            return close(Ending(status: .noResources, sentence: "no phone can pair: \(error)"))
        }
        do throws(Errno) {
            console = try ConsoleOutlet(
                to: StandardStream.output.rawValue, format: Unwritten()
            ) { [weak self] report in self?.take(report) }
        } catch {
            return close(Self.outputFailed(error))
        }
        let bridge = Bridge(radio: radio, outlets: [self], pace: Pace())
        self.bridge = bridge
        bridge.advise = { Messages.say(Text($0).cleaned(), within: Self.wordLimit) }
        limit = EventLoop.shared.after(Self.patience) { [weak self] in self?.giveUp() }
        bridge.start {}
    }

    func show(_ event: BoardEvent) {
        switch event {
        case .radio(let condition, _): take(condition)
        case .phone(let state, let name, _): take(follower.take(state, of: name))
        case .notice, .source: break
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
        case .turnedAway(let phone): tell(.turnedAway(phone: phone))
        case .bonded(let phone):
            tell(.bonded(address: phone.address, name: phone.name))
            take(follower.follow(phone.name))
        case .closed(let end): windowClosed(end)
        }
    }

    private func windowClosed(_ end: PairingEnd) {
        hasClosed = true
        tell(.closed(reason: end.reason, sentence: end.sentence))
        guard follower.isFollowing else { return self.end(.failure) }
        guard !follower.isReady else { return self.end(.success) }
        // The person may still have to allow something on the phone.
        let time = options.saysYes ? Self.scriptPatience : options.timeout
        limit = EventLoop.shared.after(time) { [weak self] in self?.end(.success) }
    }

    /// Tells how the paired phone is doing, where that is news.
    private func take(_ news: (name: String, state: PhoneState)?) {
        guard let news else { return }
        tell(.phone(news.name, state: news.state.rawValue, sentence: news.state.words))
        if follower.isReady, hasClosed { end(.success) }
    }

    private func ask(_ question: PairingNews, _ answer: @escaping @LoopActor (Bool) -> Void) {
        if options.saysYes {
            tell(question)
            return answer(true)
        }
        if reader == nil {
            reader = LineReader { [weak self] line in self?.take(line) }
        }
        // What was typed before the question is no answer to it.
        reader?.dropPast()
        tell(question)
        if hasInputEnded { return answer(false) }
        self.answer = answer
    }

    private func take(_ line: String?) {
        if line == nil { hasInputEnded = true }
        let answer = answer
        self.answer = nil
        answer?(["y", "yes"].contains(line?.lowercased() ?? ""))
    }

    private func tell(_ news: PairingNews) {
        guard !options.writesLines else { return console?.write(news.line) ?? () }
        // Any device in range chooses its own name.
        let sentence = Text(news.sentence).cleaned()
        let isAsked = news.isQuestion && !options.saysYes
        console?.write(Array((sentence + (isAsked ? " " : "\n")).utf8))
    }

    private func take(_ report: ConsoleOutlet.Report) {
        switch report {
        case .dropped: break
        case .gaveUp(let bytes):
            ending?.sentence =
                "the reader was too slow; bytes that were left out at the end: \(bytes)"
        // Nobody could compare a number any more.
        case .closed: end(follower.isFollowing ? .success : .failure)
        case .failed(let error):
            end(.outputFailed)
            ending = Self.outputFailed(error)
        }
    }

    private static func outputFailed(_ error: Errno) -> Ending {
        Ending(status: .outputFailed, sentence: "standard output cannot be written: \(error)")
    }

    private func end(_ status: ExitStatus) {
        guard ending == nil else { return }
        ending = Ending(status: status)
        if let limit { EventLoop.shared.cancel(limit) }
        reader?.stop()
        bridge?.stop { [weak self] in
            self?.console?.finish(within: Self.lastWordLimit) {
                if let self, let ending = self.ending { self.close(ending) }
            }
        }
    }

    private func close(_ ending: Ending) {
        signals?.stop()
        finish(ending)
    }
}

/// What is told of a pairing is written as it is.
private struct Unwritten: EventFormat {
    func lines(for event: BoardEvent, columns: Int?) -> [UInt8] { [] }
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
