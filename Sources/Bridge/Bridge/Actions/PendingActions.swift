import ANCS
import Linux
import Notices

/// What persons want of one phone and have not heard of yet.
@LoopActor
struct PendingActions {
    /// Something the phone was asked to do.
    private struct PendingAction {
        let action: ActionID
        let uid: NotificationUID
        let notice: Notice
        let done: @LoopActor (ActResult) -> Void
    }

    private var wishes: [PendingAction] = []

    /// Notes what the phone is about to be asked.
    mutating func add(
        _ act: NoticeAction, on uid: NotificationUID, of notice: Notice,
        _ done: @escaping @LoopActor (ActResult) -> Void
    ) {
        wishes.append(PendingAction(action: act.action, uid: uid, notice: notice, done: done))
    }

    /// Takes what became of a wish, the oldest one first where several want the same, and returns what
    /// passes that on.
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
