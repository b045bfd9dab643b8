package import AMS
package import Notices

/// Outcome of a command to a media player.
package enum MediaResult: Equatable, Sendable {
    /// The phone accepted the command.
    case performed(PhoneName)
    /// No connected phone has this name.
    case noSuchPhone
    /// No connected phone has a media player, or it was not read.
    case noPlayer
    /// The player does not accept the command now.
    case notOffered(PhoneName)
    case refused(PhoneName, MediaError)
    /// The phone did not answer.
    case unanswered(PhoneName)
    /// Too many commands are pending.
    case busy(PhoneName)

    init(_ outcome: MediaOutcome, on phone: PhoneName) {
        self =
            switch outcome {
            case .performed: .performed(phone)
            case .refused(let error): .refused(phone, error)
            case .notOffered: .notOffered(phone)
            case .unanswered: .unanswered(phone)
            case .busy: .busy(phone)
            }
    }
}
