import Linux
import Notices
import Radio

/// Has a radio register everything again after the host has slept, and once for each phone that is missed.
@LoopActor
final class RenewalController {
    private let radio: any Radio
    private let pace: Pace
    private let sleep: SleepWatch
    private let alarm: Alarm
    private var plan = RenewalPlan()

    init(_ radio: any Radio, pace: Pace, sleep: HostSleep) {
        self.radio = radio
        self.pace = pace
        self.sleep = SleepWatch(of: sleep)
        alarm = Alarm(on: pace)
    }

    /// Begins to hear of the host's sleep.
    func start() {
        sleep.watch { [weak self] _ in
            guard let self else { return }
            plan.woke(at: pace.now)
            rearm()
            radio.renew()
        }
    }

    /// Has nothing done any more.
    func stop() {
        sleep.stop()
        alarm.cancel()
    }

    /// Takes what a phone does now.
    func take(_ state: PhoneState, of phone: PhoneName) {
        guard let bond = phone.bond else { return }
        let stage: PhoneStage =
            switch state {
            case .disconnected: .gone
            case .ready: .ready
            default: .linked
            }
        plan.take(stage, of: bond, at: pace.now)
        rearm()
    }

    /// Takes that a bond does not hold any more.
    func forget(_ bond: String) {
        plan.forget(bond)
        rearm()
    }

    private func rearm() {
        guard plan.deadline != alarm.moment else { return }
        alarm.set(at: plan.deadline, for: self) { controller in
            if controller.plan.isDue(at: controller.pace.now) { controller.radio.renew() }
            controller.rearm()
        }
    }
}
