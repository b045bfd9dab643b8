import Linux

/// Event of a pairing window.
package enum PairingEvent {
    /// Phones can pair from now on, for this long.
    case opened(Duration)
    /// The user has to type this number on the phone.
    case passkey(String, phone: String)
    /// The user has to confirm that the phone shows this number.
    case compare(String, phone: String, answer: @LoopActor (Bool) -> Void)
    /// The user has to confirm pairing with this phone without a number.
    case confirm(phone: String, answer: @LoopActor (Bool) -> Void)
    /// A phone with an older bond could not pair again (`hasTried`), or may have tried to. The user
    /// has to decide whether that bond is removed.
    case oldBond(phone: String, hasTried: Bool, answer: @LoopActor (Bool) -> Void)
    /// The older bond was removed, and the phone may try again.
    case oldBondRemoved(phone: String)
    /// The older bond was kept.
    case oldBondKept(phone: String, hasTried: Bool)
    /// The phone gave up or its owner refused; it may try again.
    case withdrawn
    /// A phone tried to pair, and was not paired.
    case turnedAway(phone: String)
    /// The phone is paired, and its notifications can be received.
    case bonded(PairedPhone)
    /// Pairing is no longer possible.
    case closed(PairingEnd)
}

/// Reason why a pairing window ended.
package enum PairingEnd: Hashable, Sendable {
    /// A phone was paired.
    case bonded
    /// The time was over.
    case time
    /// The user refused.
    case refused
    /// The window was closed from here.
    case interrupted
    /// The window failed; the text is the reason.
    case failed(String)
}
