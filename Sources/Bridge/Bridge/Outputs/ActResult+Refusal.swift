package import Control

extension ActResult {
    /// The reason of the failure, without content of notifications.
    package var refusal: ControlRefusal {
        switch self {
        case .performed: ControlRefusal(.failed, "it was done")
        case .noSuchNotice:
            ControlRefusal(
                .notFound, "no notification on any phone has this name; see callboard list")
        case .nothingRings: ControlRefusal(.notFound, "no call rings")
        case .nothingToClear:
            ControlRefusal(.notFound, "no notification can be cleared")
        case .isCall:
            ControlRefusal(
                .failed, "this is a call, which is not cleared; callboard decline turns it away")
        case .notOffered:
            ControlRefusal(.failed, "the phone does not offer this for the notification")
        case .callOver: ControlRefusal(.failed, "the call is over")
        case .phoneAway: ControlRefusal(.failed, "the phone is away")
        case .refused(_, let error): ControlRefusal(.failed, "the phone refused: \(error)")
        case .unanswered: ControlRefusal(.failed, "the phone did not answer")
        case .busy: ControlRefusal(.busy, "the phone is busy; try again")
        }
    }
}
