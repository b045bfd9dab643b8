import ANCS
import Linux
import Notices

/// Actions requested of one phone that are not finished.
@LoopActor
struct PendingActions {
    /// A requested action and its completion handler.
    private struct PendingAction {
        let action: ActionID
        let uid: NotificationUID
        let notice: Notice
        let done: @LoopActor (ActResult) -> Void
    }

    private var wishes: [PendingAction] = []

    /// Adds an action that the phone is about to be asked for.
    mutating func add(
        _ act: NoticeAction, on uid: NotificationUID, of notice: Notice,
        _ done: @escaping @LoopActor (ActResult) -> Void
    ) {
        wishes.append(PendingAction(action: act.action, uid: uid, notice: notice, done: done))
    }

    /// Removes the oldest action that matches an outcome, and returns the call that reports it.
    mutating func take(
        _ action: ActionID, _ uid: NotificationUID, _ outcome: ActionOutcome
    ) -> (@LoopActor () -> Void)? {
        let index = wishes.firstIndex { $0.action == action && $0.uid == uid }
        guard let wish = index.map({ wishes.remove(at: $0) }) else { return nil }
        let result: ActResult =
            switch outcome {
            case .performed: .performed(wish.notice)
            case .refused(let error): .refused(wish.notice, error)
            case .unanswered: .unanswered(wish.notice)
            case .busy: .busy(wish.notice)
            }
        return { wish.done(result) }
    }
}
