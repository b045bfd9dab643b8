import Formats
import Linux
import Notices
import Radio

/// Receiver of the events of a pairing window, for the user.
@LoopActor
protocol PairingReporter: AnyObject {
    /// Reports an event.
    func tell(_ news: PairingProgress)

    /// Asks the user a question, which is answered once or not at all.
    func ask(_ question: PairingProgress, _ answer: @escaping @LoopActor (Bool) -> Void)

    /// Withdraws the question, since the phone has given up.
    func withdraw()

    /// Reports the end, and whether a phone was paired.
    func over(_ hasPaired: Bool)
}

/// Dialogue of one pairing window, from its opening until the phone shares its notifications.
@LoopActor
final class PairingDialogue {
    /// Stage of the dialogue.
    private enum Stage {
        /// Waiting for the radio.
        case waiting
        /// A phone can pair.
        case open
        /// The window has been asked to close.
        case stopping
        /// The window is closed, and the paired phone is followed.
        case closed
        case over
    }

    /// Time limit for the radio to listen.
    private static let patience: Duration = .seconds(15)
    /// Delay before missing services are reported.
    private static let silence: Duration = .seconds(1)
    /// Delay after the phone is ready, in which it still examines this host; it must not miss services such as the keyboard.
    private static let afterlook: Duration = .seconds(2)

    private let radio: any PairingRadio
    private let method: PairingMethod
    private let time: Duration
    /// Time limit for a paired phone to share its notifications.
    private let sharing: Duration
    weak var teller: (any PairingReporter)?
    private let limit = Alarm()
    private let notice = Alarm()
    private var radioState = "starting"
    private var radioWords = "it is starting"
    private var stage = Stage.waiting
    /// Follower of the paired phone.
    private var follower = PhoneFollower()
    private var before = PhonesPairedBefore()

    init(
        _ radio: any PairingRadio, method: PairingMethod, for time: Duration, sharing: Duration
    ) {
        self.radio = radio
        self.method = method
        self.time = time
        self.sharing = sharing
    }

    /// Whether a phone was paired.
    var hasPaired: Bool { follower.isFollowing }

    /// Starts, and opens the window once the radio listens.
    func start() {
        limit.set(after: min(Self.patience, time), for: self) { $0.giveUp() }
        notice.set(after: Self.silence, for: self) { $0.tellWhatIsMissing() }
    }

    private func tellWhatIsMissing() {
        guard stage == .waiting else { return }
        tell(.radio(radioState, sentence: "Waiting for Bluetooth: \(radioWords)"))
    }

    /// Stops; if a window is open, its closing is the last event.
    func stop() {
        stopTimers()
        guard stage == .open || stage == .stopping else {
            stage = .over
            return
        }
        stage = .stopping
        radio.closeWindow()
    }

    /// Handles an event of the bridge.
    func take(_ event: BridgeEvent) {
        switch event {
        case .radio(let condition, let words, _): take(condition, words)
        case .phone(let state, let phone, _):
            know(state, of: phone.bond ?? phone.name, named: phone.name)
        case .renamed(let phone, _, _):
            if let bond = phone.bond {
                follower.rename(bond, to: phone.name)
                before.rename(bond, to: phone.name)
            }
        case .notice, .source, .listed, .beacon, .battery, .media: break
        }
    }

    /// Handles the state of a phone.
    func know(_ state: PhoneState, of bond: String, named name: String) {
        before.take(state, of: bond, named: name)
        tellOfPairedBefore()
        take(follower.take(state, of: bond, named: name))
    }

    /// Reports connected phones that are already paired.
    private func tellOfPairedBefore() {
        guard stage == .open else { return }
        for phone in before.news() {
            tell(.alreadyPaired(phone: phone.name, isSharing: phone.state == .ready))
        }
    }

    /// Handles the condition of the radio, with its own description if available.
    func take(_ condition: RadioCondition, _ words: String?) {
        (radioState, radioWords) = (condition.rawValue, words ?? condition.words)
        guard stage == .waiting else {
            if condition != .listening {
                tell(.radio(condition.rawValue, sentence: "Bluetooth: \(radioWords)"))
            }
            return
        }
        guard condition == .listening else { return }
        stage = .open
        stopTimers()
        radio.openWindow(method, for: time) { [weak self] in self?.take($0) }
    }

    private func giveUp() {
        guard stage == .waiting else { return }
        tell(.closed(reason: "no_radio", sentence: "No phone can pair. Bluetooth: \(radioWords)"))
        end(false)
    }

    private func take(_ event: PairingEvent) {
        guard stage != .over else { return }
        if stage == .stopping {
            guard case .closed = event else { return }
        }
        if let isPairing = event.isPairing { before.isPairing = isPairing }
        switch event {
        case .opened(let time):
            before.open()
            let seconds = Int(time.components.seconds)
            tell(.opened(host: radio.hostName, seconds: seconds))
        case .passkey(let number, let phone): tell(.passkey(number, phone: phone))
        case .compare(let number, let phone, let answer):
            teller?.ask(.compare(number, phone: phone), answer)
        case .confirm(let phone, let answer): teller?.ask(.confirm(phone: phone), answer)
        case .oldBond(let phone, let hasTried, let answer):
            teller?.ask(.oldBond(phone: phone, hasTried: hasTried), answer)
        case .oldBondRemoved(let phone): tell(.oldBondRemoved(phone: phone))
        case .oldBondKept(let phone, let hasTried):
            tell(.oldBondKept(phone: phone, hasTried: hasTried))
        case .withdrawn:
            teller?.withdraw()
            tell(.withdrawn)
        case .turnedAway(let phone): tell(.turnedAway(phone: phone))
        case .bonded(let phone):
            before.close()
            tell(.bonded(address: phone.address, name: phone.name))
            take(follower.follow(phone.address))
        case .closed(let end): windowClosed(end)
        }
        tellOfPairedBefore()
    }

    private func windowClosed(_ end: PairingEnd) {
        tellOfPairedBefore()
        before.close()
        stage = .closed
        tell(PairingProgress(end, isBeside: before.hasReported))
        guard follower.isFollowing else { return self.end(false) }
        guard !follower.isReady else { return endSoon() }
        // The user may still have to allow something on the phone.
        limit.set(after: sharing, for: self) { $0.end(true) }
    }

    /// Reports the state of the paired phone if it is new.
    private func take(_ news: (name: String, state: PhoneState)?) {
        guard let news else { return }
        // A ready phone has answered a first request, which one that does not share never does.
        let words =
            news.state == .ready
            ? "shares its notifications: it has answered a first request" : news.state.words
        tell(.phone(news.name, state: news.state.rawValue, sentence: words))
        if follower.isReady, stage == .closed { endSoon() }
    }

    private func stopTimers() {
        limit.cancel()
        notice.cancel()
    }

    private func endSoon() {
        limit.set(after: Self.afterlook, for: self) { $0.end(true) }
    }

    private func tell(_ news: PairingProgress) {
        if stage != .over { teller?.tell(news) }
    }

    private func end(_ hasPaired: Bool) {
        guard stage != .over else { return }
        stage = .over
        stopTimers()
        teller?.over(hasPaired)
    }
}

extension PairingEvent {
    /// Whether a phone pairs from then on; nil for no change.
    fileprivate var isPairing: Bool? {
        switch self {
        case .passkey, .compare, .confirm, .oldBond: true
        case .withdrawn, .oldBondRemoved, .oldBondKept, .closed: false
        case .opened, .turnedAway, .bonded: nil
        }
    }
}
