import Control
import Notices

extension NoticeAction {
    /// Returns the sentence about a finished action, as a bridge has reported it.
    ///
    /// - Parameter who: the origin of the notification, if the title that the bridge reports must not be shown.
    func done(as answer: ActAnswer, who: String? = nil) -> String {
        done(
            to: who ?? Text(answer.title ?? "").cleaned(),
            on: Text(answer.phone ?? "").cleaned())
    }
}
