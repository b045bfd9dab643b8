internal import Board

/// Role of a part of a screen, which a palette maps to attributes.
enum ScreenTone: Hashable, Sendable, CaseIterable {
    case plain
    /// Removed notification.
    case dim
    case clock
    case who
    case missed
    case call
    case voicemail
    case social
    case mail
    case schedule
    /// Footer, and the cursor in its input line.
    case bar
    case cursor
    /// Selected row, and the same for a removed notification.
    case chosen
    case chosenGone
    /// Problem.
    case trouble
    /// Ringing call, normal and inverted.
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
