import Formats
import Linux
import Notices
import Radio

/// Tells a person the story of a pairing window.
@LoopActor
protocol PairingReporter: AnyObject {
    /// Passes on what happens.
    func tell(_ news: PairingProgress)

    /// Asks a person, who answers once or not at all.
    func ask(_ question: PairingProgress, _ answer: @escaping @LoopActor (Bool) -> Void)

    /// The phone has given up: no answer is wanted any more.
    func withdraw()

    /// The story is over, and a phone was paired or not.
    func over(_ hasPaired: Bool)
}

/// The story of one pairing window, from its opening until the phone shares its notifications, for
/// whoever tells it to a person.
@LoopActor
final class PairingDialogue {
    /// How far the story has come.
    private enum Stage {
        /// No radio listens yet.
        case waiting
        /// A phone can be paired.
        case open
        /// The window was asked to close.
        case stopping
        /// The window has closed, and the phone that was paired is followed.
        case closed
        /// There is nothing more to tell.
        case over
    }

    /// How long there may be no adapter that listens.
    private static let patience: Duration = .seconds(15)
    /// After how long a person is told what is waited for.
    private static let silence: Duration = .seconds(1)
    /// How long a phone that is ready goes on looking at what this host has; where that is gone too
    /// early, such as the keyboard, it finds the host wanting.
    private static let afterlook: Duration = .seconds(2)

    private let radio: any PairingRadio
    private let method: PairingMethod
    private let time: Duration
    /// How long a paired phone may take to share its notifications.
    private let sharing: Duration
    weak var teller: (any PairingReporter)?
    private let limit = Alarm()
    private let notice = Alarm()
    private var radioState = "starting"
    private var radioWords = "it is starting"
    private var stage = Stage.waiting
    /// Follows the phone that was paired.
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

    /// Begins, once the radio listens.
    func start() {
        limit.set(after: min(Self.patience, time), for: self) { $0.giveUp() }
        notice.set(after: Self.silence, for: self) { $0.tellWhatIsMissing() }
    }

    private func tellWhatIsMissing() {
        guard stage == .waiting else { return }
        tell(.radio(radioState, sentence: "Waiting for Bluetooth: \(radioWords)"))
    }

    /// Ends; a window that is open is closed, and that alone is still told.
    func stop() {
        stopTimers()
        guard stage == .open || stage == .stopping else {
            stage = .over
            return
        }
        stage = .stopping
        radio.closeWindow()
    }

    /// Takes what happens in the bridge meanwhile.
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
        case .notice, .source, .listed, .beacon: break
        }
    }

    /// Takes how a phone is doing.
    func know(_ state: PhoneState, of bond: String, named name: String) {
        before.take(state, of: bond, named: name)
        tellOfPairedBefore()
        take(follower.take(state, of: bond, named: name))
    }

    /// Tells of phones that are here and need no window.
    private func tellOfPairedBefore() {
        guard stage == .open else { return }
        for phone in before.news() {
            tell(.alreadyPaired(phone: phone.name, isSharing: phone.state == .ready))
        }
    }

    /// Takes how the radio is doing, in its own words where it has some.
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
        tell(.closed(reason: "no_radio", sentence: "No phone can pair: \(radioWords)"))
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
        // The person may still have to allow something on the phone.
        limit.set(after: sharing, for: self) { $0.end(true) }
    }

    /// Tells how the paired phone is doing, where that is news.
    private func take(_ news: (name: String, state: PhoneState)?) {
        guard let news else { return }
        // A phone is ready once it has answered a first question, which none does that does not share.
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
    /// Whether a phone pairs from then on, as far as is known; nil if that is as it was.
    fileprivate var isPairing: Bool? {
        switch self {
        case .passkey, .compare, .confirm, .oldBond: true
        case .withdrawn, .oldBondRemoved, .oldBondKept, .closed: false
        case .opened, .turnedAway, .bonded: nil
        }
    }
}
