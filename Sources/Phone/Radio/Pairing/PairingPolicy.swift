/// Who may pair, and when: what happens in one window goes in, with the time, and what is to be done comes out.
///
/// Whoever performs the actions performs them in their order, the one that reports back at once last.
package struct PairingPolicy<Peer: Hashable & Sendable>: Sendable {
    /// A phone that pairs at the moment; others are turned away meanwhile.
    struct PairingCandidate: Hashable, Sendable {
        var peer: Peer
        /// When it, or the person, has been silent for too long.
        let until: Duration
        /// What a person is asked about it, until that is answered.
        var question: PairingQuestion?
    }

    /// A phone that a person has let in, or that has to know the number by now.
    struct Admission: Hashable, Sendable {
        let peer: Peer
        /// Under which address its keys are being told, once they are; then it may go.
        var told: Peer?
    }

    /// A bond that is being remembered.
    struct Keeping: Hashable, Sendable {
        let peer: Peer
        /// What is to be removed where it cannot be remembered; nil for a bond older than the window.
        let bond: Peer?
    }

    /// How far a window has come.
    enum Phase: Hashable, Sendable {
        /// The system has not been told yet to let phones pair.
        case opening
        /// A phone can pair; past its time it is open only for the one that pairs already.
        case open(until: Duration, isTimeOver: Bool)
        /// A phone has paired, and may say what it is called.
        case naming(until: Duration)
        /// The system has not taken note yet that the window is closed.
        case closing(PairingEnd)
        /// Nothing is left of it that the system would have to take note of.
        case over
    }

    /// How the person and the phone are compared.
    package let method: PairingMethod
    let time: Duration
    let traits: PairingTraits
    let patience: Duration
    var phase = Phase.opening
    var candidate: PairingCandidate?
    var admission: Admission?
    var keeping: Keeping?
    var bonded: (peer: Peer, phone: PairedPhone)?
    /// Phones that a person has let in, in this order.
    var everAdmitted: [Peer] = []
    /// Phones that were turned away and told of.
    var turnedAway: Set<Peer> = []
    /// Phones with an older bond that a person was asked about, and the questions that are open.
    var offered: Set<Peer> = []
    var offers: [PairingQuestion: Peer] = [:]
    /// The phone whose older bond a person is asked about.
    var forgetting: (question: PairingQuestion, peer: Peer, hasTried: Bool)?
    /// How often that was asked.
    var forgettings = 0
    /// The phones whose older bonds a person wants to keep, and whether they were known to have tried to
    /// pair when the person said so.
    var lasting: [Peer: Bool] = [:]
    var questions: UInt64 = 0

    /// A window that is about to open.
    ///
    /// - Parameters:
    ///   - time: how long phones may pair.
    ///   - patience: how long a person or a phone may be silent.
    package init(
        _ method: PairingMethod, for time: Duration, where traits: PairingTraits = [],
        patience: Duration = PairingLimits.patience
    ) {
        self.method = method
        self.time = time
        self.traits = traits
        self.patience = patience
    }

    /// Whether phones may pair, or are about to be let.
    package var isOpen: Bool {
        switch phase {
        case .opening, .open, .naming: true
        case .closing, .over: false
        }
    }

    /// Whether the system lets phones pair, which it does not yet while the window opens.
    package var isWide: Bool { if case .open = phase { true } else { false } }

    /// Whether nothing is left of it that the system would have to take note of.
    package var isOver: Bool { phase == .over }

    /// The phone that pairs at the moment.
    package var pairing: Peer? { candidate?.peer }

    /// Whether a person is asked about that phone.
    package var isAsking: Bool { candidate?.question != nil }

    /// The phone that a person let in last.
    package var admitted: Peer? { admission?.peer }

    /// When `.time` is to be told at the latest.
    package var deadline: Duration? {
        let end: Duration? =
            switch phase {
            case .open(let until, _), .naming(let until): until
            case .opening, .closing, .over: nil
            }
        guard let candidate else { return end }
        return min(candidate.until, end ?? candidate.until)
    }

    /// Takes what has happened, after whatever was due by now, and says what is to be done.
    package mutating func take(_ event: Event, at now: Duration) -> [Action] {
        pass(to: now) + handle(event, at: now)
    }

    private mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .opened: opened(at: now)
        case .asks(let peer, let ask, let isAlone): asks(peer, ask, isAlone, at: now)
        case .answered(let question, let isYes, let isAlone):
            answered(question, isYes, isAlone, at: now)
        case .left(let peer): left(peer)
        case .isNow(let peer, let former): isNow(peer, former)
        case .tellsKeys(let peer): tellsKeys(of: peer)
        case .unasked(let peer): [.remove(peer)]
        case .paired(let peer, let bond, let isSound): paired(peer, bond, isSound)
        case .renewed(let peer): renewed(peer)
        case .failed(let peer, let hasTried): failed(peer, hasTried, at: now)
        case .foundOlder(let peer): foundOlder(peer)
        case .kept(let phone, let isNamed): kept(phone, isNamed, at: now)
        case .notKept(let reason): notKept(reason)
        case .named(let phone): named(phone)
        case .close(let end): close(end)
        case .closed: closed()
        case .died(let reason): died(reason)
        case .time: []
        }
    }

    private mutating func opened(at now: Duration) -> [Action] {
        guard phase == .opening else { return [] }
        phase = .open(until: now + time, isTimeOver: false)
        return [.tellOpened(time)]
    }
}
