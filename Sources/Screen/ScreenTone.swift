/// What a part of a screen is, from which it has its look.
enum ScreenTone: Hashable, Sendable, CaseIterable {
    case plain
    /// What is no longer there.
    case dim
    case clock
    case who
    case missed
    case call
    case voicemail
    case social
    case mail
    case schedule
    /// The line at the bottom, and the cursor where somebody types there.
    case bar
    case cursor
    /// The row that somebody chose, and the same where the notice is no longer there.
    case chosen
    case chosenGone
    /// What went wrong.
    case trouble
    /// A call that rings, and the same with light and dark exchanged.
    case ringing
    case flash

    /// The tone of a label, so that kinds are told apart before they are read.
    init(label: String) {
        switch label {
        case "CALL", "ACTIVE": self = .call
        case "MISSED": self = .missed
        case "VMAIL": self = .voicemail
        case "SOCIAL": self = .social
        case "MAIL": self = .mail
        case "SCHED": self = .schedule
        default: self = .plain
        }
    }
}
