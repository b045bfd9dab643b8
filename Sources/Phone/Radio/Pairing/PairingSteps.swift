import Linux

/// A question to the user in one pairing window.
package struct PairingQuestion: Hashable, Sendable {
    /// Number of questions asked so far, including this one.
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Pairing method that a phone uses.
package enum PairingAsk: Hashable, Sendable {
    /// Both show this number.
    case compare(UInt32)
    case confirm
    /// The user has to type this number on the phone.
    case type(UInt32)
    /// The user has typed a digit of the number.
    case typed
    /// A method that phones do not need.
    case other
}

extension PairingPolicy {
    /// Event in a pairing window.
    package enum Event: Hashable, Sendable {
        /// The system allows pairing from now on.
        case opened
        /// A phone requests pairing; `isAlone` if its address cannot mean another phone.
        case asks(Peer, PairingAsk, isAlone: Bool)
        /// The user has answered.
        case answered(PairingQuestion, isYes: Bool, isAlone: Bool)
        /// A phone disconnected or gave up.
        case left(Peer)
        /// A phone is known under another address from now on.
        case isNow(Peer, formerly: Peer)
        /// The keys of the admitted phone are being reported, under its identity address.
        case tellsKeys(Peer)
        /// There are keys of a phone that was not admitted.
        case unasked(Peer)
        /// A phone has a bond, possibly under an identity address. `isSound` is false if the bond
        /// is not worth keeping.
        case paired(Peer, as: Peer, isSound: Bool)
        /// A phone with an older bond, admitted by the user, has proved that it was paired again.
        case renewed(Peer)
        /// A phone with an older bond disconnected. It tried to pair and failed, or only its
        /// presence is known.
        case failed(Peer, hasTried: Bool)
        /// A phone with an older bond is present, and the bond may be taken over.
        case foundOlder(Peer)
        /// The phone of `keep` is stored; `isNamed` is false if its name may still be reported.
        case kept(PairedPhone, isNamed: Bool)
        /// The phone of `keep` cannot be stored, for this reason.
        case notKept(String)
        /// A paired phone has reported its name.
        case named(PairedPhone)
        /// The window is to be closed.
        case close(PairingEnd)
        /// The system no longer allows pairing.
        case closed
        /// The system is gone, and all its settings with it.
        case died(String)
        /// The deadline is reached.
        case time
    }

    /// Action to perform.
    package enum Action: Hashable, Sendable {
        /// Refuse the request just made.
        case refuse(Peer, PairingAsk)
        /// Show this number, which the user types on the phone.
        case show(String, Peer)
        /// Ask the user, with a number if there is one.
        case ask(PairingQuestion, number: String?, Peer)
        /// Send the user's answer to the system; a missing answer counts as no.
        case answer(PairingQuestion, Peer, Bool)
        /// Withdraw the question. A system that waits for an answer to every question gets a no.
        case drop(PairingQuestion)
        /// Ask the user whether to remove the older bond of a phone; `hasTried` if it is known to
        /// have tried to pair.
        case askToForget(PairingQuestion, Peer, hasTried: Bool)
        /// Remove the older bond of a phone, or keep it from blocking a new one.
        case forget(Peer)
        /// Watch for the bond of this phone, which the user has admitted.
        case admit(Peer)
        /// Stop watching for the bond of that phone; `isStillThere` if the phone may still be
        /// connected.
        case giveUp(Peer, isStillThere: Bool)
        /// Store this phone, and report the result with `kept` or `notKept`.
        case keep(Peer)
        /// Remove a bond.
        case remove(Peer)
        /// Stop pairing, and report that with `closed`.
        case close
        /// Report that phones can pair.
        case tellOpened(Duration)
        /// Report that the phone gave up.
        case tellWithdrawn
        /// Report that the older bond of this phone was removed.
        case tellForgotten(Peer)
        /// Report that the older bond of this phone was kept.
        case tellKept(Peer, hasTried: Bool)
        /// Report that this phone is not paired.
        case tellTurnedAway(Peer)
        /// Report that this phone is paired.
        case tellBonded(PairedPhone)
        /// Report that pairing is no longer possible; this is the last report.
        case tellClosed(PairingEnd)
    }
}

extension PairingPolicy.Action {
    /// Returns the event for the user; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: returns the name of a phone.
    ///   - answer: receives the user's answer.
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
