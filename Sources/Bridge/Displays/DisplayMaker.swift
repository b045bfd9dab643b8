import Board
import Linux
import Notices
import Outlets

/// Does what somebody at a display wants, and tells what became of that.
typealias DisplayAct =
    @LoopActor (
        PersonAct, NoticeID, _ done: @escaping @LoopActor (ActResult) -> Void
    ) -> Void

/// Makes the outlets of displays.
@LoopActor
struct DisplayMaker {
    let pace: Pace
    /// Takes what a person should know.
    let tell: @LoopActor (String) -> Void
    /// Does what somebody at a display wants.
    let act: DisplayAct

    func make(_ plan: ImagePlan) -> ImageOutlet {
        ImageOutlet(plan.title, options: plan.options, pace: pace, tell: tell)
    }

    /// Makes the outlets of all of them, none of them open.
    func handles(of plans: DisplayPlans) -> [DisplayHandle] {
        plans.consoles.map { DisplayHandle(plan: $0, outlet: make($0)) }
            + plans.lcds.map { DisplayHandle(plan: $0, outlet: make($0)) }
            + plans.images.map { DisplayHandle(plan: $0, outlet: make($0)) }
    }

    func make(_ plan: ConsolePlan) -> ScreenOutlet {
        let screen = ScreenOutlet(
            plan.device, name: plan.title, options: plan.options, pace: pace, tell: tell)
        if plan.takesKeys {
            DisplayKeyboard(detail: plan.board.detail, act: act).attach(to: screen)
        }
        return screen
    }

    func make(_ plan: LCDPlan) -> LCDOutlet {
        let act = act
        return LCDOutlet(plan.title, options: plan.options, pace: pace, dial: plan.dial, tell: tell)
        {
            act(PersonAct($0), $1) { _ in }
        }
    }
}
