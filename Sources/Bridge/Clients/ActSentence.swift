import Contract
import Notices

extension NoticeAction {
    /// What is said of something that was done, as a bridge has told it.
    ///
    /// - Parameter who: whose notice it is, where the title may not be shown as the bridge tells it.
    func done(as answer: ActAnswer, who: String? = nil) -> String {
        done(
            to: who ?? Text(answer.title ?? "").cleaned(),
            on: Text(answer.phone ?? "").cleaned())
    }
}
