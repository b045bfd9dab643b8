import Linux

/// One question to a person, of those of one window.
package struct PairingQuestion: Hashable, Sendable {
    /// How many had been asked with it.
    package let number: UInt64

    /// The question with this number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// In which way a phone wants to pair.
package enum PairingAsk: Hashable, Sendable {
    /// Both show this number.
    case compare(UInt32)
    /// There is no number.
    case confirm
    /// The person has to type this number on the phone.
    case type(UInt32)
    /// The person has typed a digit of it.
    case typed
    /// In a way that no phone needs.
    case other
}

extension PairingPolicy {
    /// What happens in a window.
    package enum Event: Hashable, Sendable {
        /// The system lets phones pair from now on.
        case opened
        /// A phone wants to pair; it is alone where no other can be meant by its address.
        case asks(Peer, PairingAsk, isAlone: Bool)
        /// A person has answered.
        case answered(PairingQuestion, isYes: Bool, isAlone: Bool)
        /// A phone has gone or given up.
        case left(Peer)
        /// A phone is known by another address from now on.
        case isNow(Peer, formerly: Peer)
        /// The keys of the phone that was let in are being told, under the address that stays the same.
        case tellsKeys(Peer)
        /// There are keys of a phone that nobody has let in.
        case unasked(Peer)
        /// A phone has a bond, perhaps under an address that stays the same, and perhaps one that is not
        /// worth keeping.
        case paired(Peer, as: Peer, isSound: Bool)
        /// A phone with an older bond, which a person let in, has shown that it is paired anew.
        case renewed(Peer)
        /// A phone with an older bond has left: one that tried to pair and could not, or one of which only
        /// that it was here is known.
        case failed(Peer, hasTried: Bool)
        /// A phone with an older bond is there, which may be taken over.
        case foundOlder(Peer)
        /// The phone of `keep` is remembered.
        case kept(PairedPhone, isNamed: Bool)
        /// It cannot be, for this reason.
        case notKept(String)
        /// A phone that is paired has said what it is called.
        case named(PairedPhone)
        /// The window is to be closed.
        case close(PairingEnd)
        /// The system lets no phone pair any more.
        case closed
        /// The system is gone, and with it whatever it was told.
        case died(String)
        /// The deadline has come.
        case time
    }

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        /// Say no to what was just asked.
        case refuse(Peer, PairingAsk)
        /// Show this number, which the person types on the phone.
        case show(String, Peer)
        /// Ask a person, about a number if there is one.
        case ask(PairingQuestion, number: String?, Peer)
        /// Tell the system what a person has said, or has not.
        case answer(PairingQuestion, Peer, Bool)
        /// Nobody answers this any more; the system knows, unless it waits for every answer.
        case drop(PairingQuestion)
        /// Ask a person whether the older bond of a phone is to be forgotten, which is known to have tried
        /// to pair, or not.
        case askToForget(PairingQuestion, Peer, hasTried: Bool)
        /// Forget the older bond of a phone, or keep it from standing in the way of a new one.
        case forget(Peer)
        /// A person has let this phone in: look out for its bond.
        case admit(Peer)
        /// Look out for the bond of that phone no more; it may still be there.
        case giveUp(Peer, isStillThere: Bool)
        /// Remember this phone, and report that with `kept` or `notKept`.
        case keep(Peer)
        /// Take back a bond.
        case remove(Peer)
        /// Let no phone pair any more, and report that with `closed`.
        case close
        /// Tell that a phone can pair.
        case tellOpened(Duration)
        /// Tell that the phone has given up.
        case tellWithdrawn
        /// Tell that the older bond of this phone is out of the way.
        case tellForgotten(Peer)
        /// Tell that the older bond of this phone stays.
        case tellKept(Peer, hasTried: Bool)
        /// Tell that this phone is not paired.
        case tellTurnedAway(Peer)
        /// Tell that this phone is paired.
        case tellBonded(PairedPhone)
        /// Tell that no phone can pair any more; nothing is told after that.
        case tellClosed(PairingEnd)
    }
}

extension PairingPolicy.Action {
    /// What a person is told of it; nil where that is nothing.
    ///
    /// - Parameters:
    ///   - name: what people call a phone.
    ///   - answer: takes what the person says.
    @LoopActor
    package func event(
        name: @LoopActor (Peer) -> String,
        answer: @escaping @LoopActor (PairingQuestion, Bool) -> Void
    ) -> PairingEvent? {
        switch self {
        case .tellOpened(let time): .opened(time)
        case .show(let number, let peer): .passkey(number, phone: name(peer))
        case .ask(let question, let number?, let peer):
            .compare(number, phone: name(peer)) { answer(question, $0) }
        case .ask(let question, nil, let peer):
            .confirm(phone: name(peer)) { answer(question, $0) }
        case .askToForget(let question, let peer, let hasTried):
            .oldBond(phone: name(peer), hasTried: hasTried) { answer(question, $0) }
        case .tellForgotten(let peer): .oldBondRemoved(phone: name(peer))
        case .tellKept(let peer, let hasTried):
            .oldBondKept(phone: name(peer), hasTried: hasTried)
        case .tellWithdrawn: .withdrawn
        case .tellTurnedAway(let peer): .turnedAway(phone: name(peer))
        case .tellBonded(let phone): .bonded(phone)
        case .tellClosed(let end): .closed(end)
        case .refuse, .answer, .drop, .admit, .giveUp, .keep, .forget, .remove, .close: nil
        }
    }
}
