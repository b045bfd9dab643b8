/// What the system that makes the bonds does by itself, where the policy depends on it.
package struct PairingTraits: OptionSet, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Other programs pair through it as well: it makes bonds without a question of ours, and those that
    /// are made after the window are theirs.
    package static let isShared = PairingTraits(rawValue: 1 << 0)
    /// It does not tell what becomes of a phone that was let in, which so stays let in; nor can the end
    /// of time wait for that.
    package static let keepsQuiet = PairingTraits(rawValue: 1 << 1)
    /// Who says nothing about a phone has said no.
    package static let silenceIsNo = PairingTraits(rawValue: 1 << 2)
    /// It shows or compares a number as the phone can, whatever the person has chosen.
    package static let choosesNumber = PairingTraits(rawValue: 1 << 3)
}

/// How much and how long a window bears.
package enum PairingLimits {
    /// How long a person or a phone may be silent; the phone gives up after 30 s.
    package static let patience: Duration = .seconds(30)
    /// How long a phone that is paired may take to say what it is called.
    package static let naming: Duration = .seconds(3)
    /// Phones of which it is told that they were turned away; anybody can have any number of addresses.
    package static let turnedAway = 16
    /// Phones with an older bond that a person is asked about; more are not offered.
    package static let offers = 16
    /// How often in one window a person is asked whether an older bond is to be forgotten.
    package static let forgettings = 16
    /// Phones whose admission is remembered after they have gone; the first gives way.
    package static let admissions = 64
}
