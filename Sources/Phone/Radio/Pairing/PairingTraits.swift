/// Properties of the pairing system on which the policy depends.
package struct PairingTraits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The system is shared with other programs.
    ///
    /// It creates bonds without asking, and those created after the window belong to the other
    /// programs.
    package static let isShared = PairingTraits(rawValue: 1 << 0)
    /// The system does not report the outcome for an admitted phone.
    ///
    /// The phone stays admitted, and the end of the window cannot wait for it.
    package static let keepsQuiet = PairingTraits(rawValue: 1 << 1)
    /// An unanswered question about a phone counts as the user's refusal, which closes the window.
    package static let silenceIsNo = PairingTraits(rawValue: 1 << 2)
    /// The system chooses the method by the phone's abilities, whatever the user has chosen.
    package static let choosesNumber = PairingTraits(rawValue: 1 << 3)
}

/// Limits of a pairing window.
package enum PairingLimits {
    /// Time that the user or a phone may be silent; the phone gives up after 30 s.
    package static let patience: Duration = .seconds(30)
    /// Time that a paired phone has to report its name.
    package static let naming: Duration = .seconds(3)
    /// Maximum number of phones reported as turned away; a sender can use any number of addresses.
    package static let turnedAway = 16
    /// Maximum number of phones with an older bond about which the user is asked; further ones are
    /// not offered.
    package static let offers = 16
    /// Maximum number of questions in one window about removing an older bond.
    package static let forgettings = 16
    /// Maximum number of remembered admissions; the oldest is dropped.
    package static let admissions = 64
}
