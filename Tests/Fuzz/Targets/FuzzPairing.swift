import Radio

/// Lets phones, persons and time do whatever the bytes say in one window, and stops the program where
/// somebody is let in who may not be.
func fuzzPairing(_ bytes: [UInt8]) {
    var input = bytes[...]
    let choice = input.popFirst() ?? 0
    let methods = PairingMethod.allCases
    var run = PairingRun(
        input: input, method: methods[Int(choice / 16) % methods.count],
        traits: PairingTraits(rawValue: choice % 16))
    while run.step() {}
    run.finish()
}

private struct PairingRun {
    private typealias Policy = PairingPolicy<UInt8>

    var input: ArraySlice<UInt8>
    private let traits: PairingTraits
    private var policy: Policy
    private var now: Duration = .zero
    /// What has been told and asked for, apart from what the policy says of itself.
    private var told = (opened: 0, bonded: 0, closed: 0, close: 0)
    private var question: PairingQuestion?
    private var offers: [PairingQuestion: UInt8] = [:]
    /// What is asked about an old bond.
    private var forgetting: (question: PairingQuestion, peer: UInt8)?
    private var admitted: [UInt8] = []
    private var isLetIn = false
    private var isKeeping = false

    init(input: ArraySlice<UInt8>, method: PairingMethod, traits: PairingTraits) {
        self.input = input
        self.traits = traits
        policy = Policy(method, for: .seconds(60), where: traits)
    }

    /// Takes one step; false at the end of the input.
    mutating func step() -> Bool {
        guard let choice = input.popFirst() else { return false }
        let more = input.popFirst() ?? 0
        let (peer, other) = (more % 4, more / 4 % 4)
        let isYes = more % 2 == 0
        switch choice % 20 {
        case 0: take(.opened)
        case 1, 2: take(.asks(peer, .compare(7), isAlone: other != 0))
        case 3: take(.asks(peer, .confirm, isAlone: other != 0))
        case 4: take(.asks(peer, .type(7), isAlone: true))
        case 5: take(.asks(peer, [.typed, .other][Int(other) % 2], isAlone: true))
        case 6, 7: answer(question, isYes, isAlone: other != 0)
        case 8 where other % 2 == 1: answer(forgetting?.question, isYes, isAlone: true)
        case 8: answer(offers.keys.min { $0.number < $1.number }, isYes, isAlone: true)
        case 9: answer(PairingQuestion(UInt64(more)), isYes, isAlone: true)
        case 10: take([.left(peer), .failed(peer, hasTried: other > 1)][Int(other) % 2])
        case 11: take(.isNow(peer, formerly: other))
        case 12: take(.tellsKeys(peer))
        case 13: take(.unasked(peer))
        case 14, 15: take(.paired(peer, as: other, isSound: more < 200))
        case 16: take([.renewed(peer), .foundOlder(peer)][Int(other) % 2])
        case 17: end(more)
        default:
            now += .seconds(Int(more) / 4)
            take(.time)
        }
        return true
    }

    /// Ends the window: it is closed once, and answers everybody afterwards.
    mutating func finish() {
        take(.died("gone"))
        require(told.closed == 1 && policy.isOver, "a window did not end, or twice")
        require(question == nil, "a question without an end")
        for peer in 0..<4 as Range<UInt8> {
            let ask = PairingAsk.compare(7)
            require(
                policy.take(.asks(peer, ask, isAlone: true), at: now) == [.refuse(peer, ask)],
                "a closed window does not answer")
        }
    }

    private mutating func end(_ choice: UInt8) {
        switch choice % 16 {
        case 0: take(.close(.interrupted))
        case 1: take(.died("gone"))
        case 2: take(.named(PairedPhone(address: "\(choice / 16 % 4)", name: "a name")))
        default: take(.closed)
        }
    }

    private mutating func answer(_ question: PairingQuestion?, _ isYes: Bool, isAlone: Bool) {
        if let question { take(.answered(question, isYes: isYes, isAlone: isAlone)) }
    }

    private mutating func take(_ event: Policy.Event) {
        run(.time)
        if event != .time { run(event) }
        require(policy.deadline.map { $0 > now } ?? true, "a deadline that has passed")
        require(policy.isOpen || policy.deadline == nil, "a closed window waits for a time")
        require(policy.isOpen || policy.pairing == nil, "a phone pairs in a closed window")
    }

    private mutating func run(_ event: Policy.Event) {
        let (wasOpen, pairing) = (policy.isOpen, policy.pairing)
        let actions = policy.take(event, at: now)
        if case .asks(let peer, let ask, let isAlone) = event {
            let isFree = pairing == nil || pairing == peer
            checkAnswer(to: peer, ask, actions, mayBeLetIn: wasOpen && isAlone && isFree)
        }
        check(actions, of: event, wasOpen: wasOpen)
    }

    private mutating func check(_ actions: [Policy.Action], of event: Policy.Event, wasOpen: Bool) {
        if case .paired(let peer, _, isSound: false) = event, peer == admitted.last,
            !traits.contains(.keepsQuiet), wasOpen
        {
            isLetIn = false
        }
        for action in actions {
            require(
                told.closed == 0 || action.isRefusal, "something happens after the end: \(action)")
            switch action {
            case .ask(let asked, _, let peer): ask(asked, peer, event)
            case .answer(let answered, _, let isYes):
                require(question == answered, "an answer to another question")
                require(!isYes || event == .answered(answered, isYes: true, isAlone: true), "a yes")
                question = nil
            case .drop(let dropped):
                require(question == dropped, "another question is dropped")
                question = nil
            case .admit(let peer):
                require(wasOpen && told.bonded == 0, "somebody is let in out of time")
                require(policy.pairing == peer, "two phones pair at once")
                admitted.append(peer)
                isLetIn = true
            case .askToForget(let asked, let peer, _):
                require(wasOpen && question == nil, "a question about an old bond out of time")
                forgetting = (asked, peer)
            case .forget(let peer):
                require(wasOpen && forgetting?.peer == peer, "an unknown bond is forgotten")
                let yes = forgetting.map {
                    Policy.Event.answered($0.question, isYes: true, isAlone: true)
                }
                require(event == yes, "an old bond is forgotten unasked")
                forgetting = nil
            case .giveUp: isLetIn = false
            case .keep(let peer): keep(peer, event, wasOpen)
            case .close: told.close += 1
            case .tellOpened: told.opened += 1
            case .tellBonded: told.bonded += 1
            case .tellClosed: told.closed += 1
            case .refuse, .show, .remove, .tellForgotten, .tellKept, .tellWithdrawn,
                .tellTurnedAway:
                break
            }
        }
        require(
            max(told.opened, told.bonded, told.closed, told.close) <= 1, "something is told twice")
    }

    private func checkAnswer(
        to peer: UInt8, _ ask: PairingAsk, _ actions: [Policy.Action], mayBeLetIn: Bool
    ) {
        let isRefused = actions.contains(.refuse(peer, ask))
        require(mayBeLetIn || isRefused, "somebody is not refused")
        let answers = actions.count { action in
            switch action {
            case .refuse, .ask, .show: true
            default: false
            }
        }
        require(answers == 1 || ask == .typed && actions.isEmpty, "not one answer")
    }

    private mutating func ask(_ asked: PairingQuestion, _ peer: UInt8, _ event: Policy.Event) {
        guard event != .foundOlder(peer) else {
            offers[asked] = peer
            return
        }
        require(question == nil, "two questions at once")
        question = asked
    }

    private mutating func keep(_ peer: UInt8, _ event: Policy.Event, _ wasOpen: Bool) {
        require(wasOpen && told.bonded == 0 && !isKeeping, "a bond too many, or out of time")
        switch event {
        case .answered(let question, true, _):
            require(offers[question] == peer, "a phone is taken over that nobody was asked about")
        case .renewed: require(admitted.contains(peer), "a phone is renewed that was not let in")
        case .paired:
            let isAsked = isLetIn && admitted.last == peer
            require(isAsked || !isLetIn && traits.contains(.isShared), "nobody let it in")
        default: require(false, "a bond of nothing")
        }
        // A bond ends what a person has said.
        if !traits.contains(.keepsQuiet) { isLetIn = false }
        isKeeping = true
        let phone = PairedPhone(address: "\(peer)", name: "a phone")
        let choice = input.first ?? 0
        let outcome: Policy.Event =
            choice % 3 == 0 ? .notKept("full") : .kept(phone, isNamed: choice % 3 == 1)
        isKeeping = false
        run(outcome)
    }
}

extension PairingPolicy.Action {
    /// Whether it lets nobody in and tells nothing.
    fileprivate var isRefusal: Bool {
        switch self {
        case .refuse, .remove: true
        default: false
        }
    }
}
