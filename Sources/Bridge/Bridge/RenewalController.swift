import Linux
import Notices
import Radio

/// Controller that makes a radio register everything again, after a suspend and once for each missing phone.
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

    /// Starts watching for suspends of the host.
    func start() {
        sleep.watch { [weak self] _ in
            guard let self else { return }
            plan.woke(at: pace.now)
            rearm()
            radio.renew()
        }
    }

    /// Stops all activity.
    func stop() {
        sleep.stop()
        alarm.cancel()
    }

    /// Records the state of a phone.
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

    /// Removes a phone whose bond no longer exists.
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
