import AMS
package import Control
import Linux

extension MediaResult {
    /// The reason of the failure, without texts of the phone.
    package var refusal: ControlRefusal {
        switch self {
        case .performed: ControlRefusal(.failed, "it was done")
        case .noSuchPhone:
            ControlRefusal(.notFound, "no connected phone has this name; see callboard phones")
        case .noPlayer: ControlRefusal(.notFound, "no connected phone has a media player")
        case .notOffered: ControlRefusal(.failed, "the player does not offer this command now")
        case .refused(_, .invalidCommand), .refused(_, .invalidState):
            ControlRefusal(.failed, "the player does not accept this command now")
        case .refused(_, let error):
            ControlRefusal(
                .failed,
                "the phone refused the command with error 0x\(error.rawValue.padded(to: 2, radix: 16))"
            )
        case .unanswered: ControlRefusal(.failed, "the phone did not answer")
        case .busy: ControlRefusal(.busy, "the phone is busy; try again")
        }
    }
}
