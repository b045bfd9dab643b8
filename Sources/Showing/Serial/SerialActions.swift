package import Linux
package import Notices

/// Actions that a device requests.
///
/// The same action is not repeated before it is finished: a stuck button requests it thousands of
/// times.
@LoopActor
package final class SerialActions {
    /// Performs an action on a notification and reports whether it succeeded.
    package typealias Act =
        @LoopActor (
            NoticeAction, NoticeID, _ done: @escaping @LoopActor (Bool) -> Void
        ) -> Void
    /// Performs a command on a media player and reports whether it succeeded.
    package typealias Control =
        @LoopActor (MediaCommand, _ done: @escaping @LoopActor (Bool) -> Void) -> Void

    private enum Pending: Hashable {
        case act(NoticeAction, NoticeID)
        case media(MediaCommand)
    }

    private let act: Act
    private let control: Control
    private var pending: Set<Pending> = []
    /// Number of actions without effect.
    private(set) var ignored = 0

    package init(act: @escaping Act, control: @escaping Control) {
        self.act = act
        self.control = control
    }

    /// Performs an action on a notification; nil if there is none.
    func perform(_ wanted: NoticeAction, on notice: NoticeID?) {
        guard let notice, let done = begin(.act(wanted, notice)) else {
            ignored += 1
            return
        }
        act(wanted, notice, done)
    }

    func perform(_ command: MediaCommand) {
        guard let done = begin(.media(command)) else {
            ignored += 1
            return
        }
        control(command, done)
    }

    /// Returns the handler of the result; nil if the action is in progress already.
    private func begin(_ action: Pending) -> (@LoopActor (Bool) -> Void)? {
        guard pending.insert(action).inserted else { return nil }
        return { [weak self] isDone in
            self?.pending.remove(action)
            if !isDone { self?.ignored += 1 }
        }
    }
}
