internal import Board

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

    init(_ look: NoticeStyle) {
        self =
            switch look {
            case .call: .call
            case .missed: .missed
            case .voicemail: .voicemail
            case .social: .social
            case .mail: .mail
            case .schedule: .schedule
            case .plain: .plain
            }
    }
}
