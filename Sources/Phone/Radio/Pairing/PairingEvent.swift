import Linux

/// What happens while the host can be paired with.
package enum PairingEvent {
    /// A phone can be paired from now on, for so long.
    case opened(Duration)
    /// The person has to type this number on the phone.
    case passkey(String, phone: String)
    /// The person has to say whether the phone shows this number.
    case compare(String, phone: String, answer: @LoopActor (Bool) -> Void)
    /// The person has to say whether this phone may be paired without a number.
    case confirm(phone: String, answer: @LoopActor (Bool) -> Void)
    /// A phone with a bond from earlier could not pair again, or only may have tried: the person has to
    /// say whether that bond is to be forgotten.
    case oldBond(phone: String, hasTried: Bool, answer: @LoopActor (Bool) -> Void)
    /// The bond from earlier is out of the way, and the phone may try again.
    case oldBondRemoved(phone: String)
    /// The bond from earlier stays.
    case oldBondKept(phone: String, hasTried: Bool)
    /// The phone has given up, or its owner has refused; it may try again.
    case withdrawn
    /// Another phone wanted to pair as well, and is not paired.
    case turnedAway(phone: String)
    /// The phone is paired, and its notifications may be had from now on.
    case bonded(PairedPhone)
    /// No phone can be paired any more.
    case closed(PairingEnd)
}

/// Why no phone can be paired any more.
package enum PairingEnd: Hashable, Sendable {
    /// One was.
    case bonded
    /// The time is over.
    case time
    /// A person said no.
    case refused
    /// It was ended from here.
    case interrupted
    /// It could not be, for the reason with this name.
    case failed(String)
}
