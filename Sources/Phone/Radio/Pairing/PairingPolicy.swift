/// Rules of one pairing window.
///
/// It takes timed events and returns the actions to perform.
///
/// The caller performs the actions in order. An action that the caller may answer with an event at
/// once (`ask`, `keep`, `close`) is the last one for its event.
package struct PairingPolicy<Peer: Hashable & Sendable>: Sendable {
    /// A phone that is pairing at the moment; others are turned away meanwhile.
    struct PairingCandidate: Hashable, Sendable {
        var peer: Peer
        /// Time at which the phone or the user has been silent for too long.
        let until: Duration
        /// Open question to the user about this phone.
        var question: PairingQuestion?
    }

    /// A phone that may be paired: the user has confirmed it, or it was sent the number to type.
    struct Admission: Hashable, Sendable {
        let peer: Peer
        /// Address under which its keys are reported, nil until then; after that the phone may
        /// disconnect.
        var told: Peer?
    }

    /// A bond that is being stored.
    struct Keeping: Hashable, Sendable {
        let peer: Peer
        /// Bond to remove if it cannot be stored; nil for a bond older than the window.
        let bond: Peer?
    }

    /// Progress of the window.
    enum Phase: Hashable, Sendable {
        /// The system does not allow pairing yet.
        case opening
        /// A phone can pair; if `isTimeOver`, only the one that is pairing already.
        case open(until: Duration, isTimeOver: Bool)
        /// A phone has paired, and may still report its name.
        case naming(until: Duration)
        /// The system has not confirmed yet that the window is closed.
        case closing(PairingEnd)
        /// The window is closed, and the system has confirmed that.
        case over
    }

    /// Method by which the user verifies the phone.
    package let method: PairingMethod
    let time: Duration
    let traits: PairingTraits
    let patience: Duration
    var phase = Phase.opening
    var candidate: PairingCandidate?
    var admission: Admission?
    var keeping: Keeping?
    var bonded: (peer: Peer, phone: PairedPhone)?
    /// Phones that the user has admitted, in order.
    var everAdmitted: [Peer] = []
    /// Phones that were turned away and reported.
    var turnedAway: Set<Peer> = []
    /// Phones with an older bond about which the user was asked, and the open questions.
    var offered: Set<Peer> = []
    var offers: [PairingQuestion: Peer] = [:]
    /// Phone whose older bond the user may remove, with the open question.
    var forgetting: (question: PairingQuestion, peer: Peer, hasTried: Bool)?
    /// Number of questions so far about removing an older bond.
    var forgettings = 0
    /// Phones whose older bonds the user keeps, and whether they were known to have tried to pair
    /// at that time.
    var lasting: [Peer: Bool] = [:]
    var questions: UInt64 = 0

    /// Creates a window that is about to open.
    ///
    /// - Parameters:
    ///   - time: how long phones may pair.
    ///   - patience: how long the user or a phone may be silent.
    package init(
        _ method: PairingMethod, for time: Duration, where traits: PairingTraits = [],
        patience: Duration = PairingLimits.patience
    ) {
        self.method = method
        self.time = time
        self.traits = traits
        self.patience = patience
    }

    /// Whether phones may pair, or may do so shortly.
    package var isOpen: Bool {
        switch phase {
        case .opening, .open, .naming: true
        case .closing, .over: false
        }
    }

    /// Whether the system allows pairing and no phone has paired yet; false while the window opens
    /// or closes.
    package var isWide: Bool { if case .open = phase { true } else { false } }

    /// Whether the window is closed, and the system has confirmed that.
    package var isOver: Bool { phase == .over }

    /// Phone that is pairing at the moment.
    package var pairing: Peer? { candidate?.peer }

    /// Whether the user is asked about the phone that is pairing.
    package var isAsking: Bool { candidate?.question != nil }

    /// Phone that is admitted at the moment; nil if there is none.
    package var admitted: Peer? { admission?.peer }

    /// Time at which `.time` is due at the latest.
    package var deadline: Duration? {
        let end: Duration? =
            switch phase {
            case .open(let until, _), .naming(let until): until
            case .opening, .closing, .over: nil
            }
        guard let candidate else { return end }
        return min(candidate.until, end ?? candidate.until)
    }

    /// Handles due timeouts, then the event, and returns the actions to perform.
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
