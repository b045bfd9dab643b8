import Linux
import Notices
import Outlets

/// Makes the outlets of displays.
@LoopActor
struct DisplayMaker {
    let pace: Pace
    /// Takes what a person should know.
    let tell: @LoopActor (String) -> Void
    /// Does what somebody at a display wants.
    let act: @LoopActor (PersonAct, NoticeID) -> Void

    /// Makes the outlets of all of them, none of them open.
    func handles(of plans: DisplayPlans) -> [DisplayHandle] {
        plans.consoles.map { DisplayHandle(plan: $0, outlet: make($0)) }
            + plans.lcds.map { DisplayHandle(plan: $0, outlet: make($0)) }
    }

    func make(_ plan: ConsolePlan) -> ScreenOutlet {
        ScreenOutlet(plan.device, options: plan.options, pace: pace, tell: tell)
    }

    func make(_ plan: LCDPlan) -> LCDOutlet {
        let act = act
        return LCDOutlet(plan.title, options: plan.options, pace: pace, dial: plan.dial, tell: tell)
        {
            act(PersonAct($0), $1)
        }
    }
}
