import Linux

/// Schedule of listening: follows the configured cycle, or listens continuously on request, and pauses at the start of a call.
@LoopActor
final class ListeningTurns {
    /// Pause for a new call; an interrupted listening window is extended by the same time.
    static let rest: Duration = .seconds(1)
    /// Minimum time from one pause's start to the next, so that repeated calls leave half of the time for listening.
    static let restInterval: Duration = .seconds(2)

    private let pace: Pace
    private weak let controller: BeaconMonitor?
    private let alarm: Alarm
    private var cycle = ScanCycle.off
    /// End of continuous listening on request.
    private var lease: Duration?
    private let restAlarm: Alarm
    private var nextRest: Duration = .zero
    /// Whether the schedule calls for listening now, apart from pauses for calls.
    private(set) var isOn = false
    private var isTold = false

    /// - Parameter controller: is called when listening starts or stops.
    init(on pace: Pace, for controller: BeaconMonitor) {
        self.pace = pace
        self.controller = controller
        alarm = Alarm(on: pace)
        restAlarm = Alarm(on: pace)
    }

    /// Switches to this scan cycle now.
    func follow(_ cycle: ScanCycle) {
        guard cycle != self.cycle else { return }
        self.cycle = cycle
        begin()
    }

    /// Listens continuously for this time, regardless of the cycle; an earlier request that ends later stays in effect.
    func lend(for time: Duration) {
        let end = pace.now + time
        guard end > lease ?? .zero else { return }
        lease = end
        begin()
    }

    /// Pauses listening at the start of a call.
    func rest() {
        let now = pace.now
        guard cycle != .off || lease != nil, !restAlarm.isSet, now >= nextRest else { return }
        nextRest = now + Self.restInterval
        restAlarm.set(after: Self.rest, for: self) { $0.tell() }
        if isOn, lease == nil, case .cycle(let listen, let period) = cycle, let end = alarm.moment {
            alarm.set(at: end + Self.rest, for: self) { $0.pause(for: .seconds(period - listen)) }
        }
        tell()
    }

    /// Stops listening.
    func stop() {
        alarm.cancel()
        restAlarm.cancel()
        lease = nil
        cycle = .off
        set(false)
    }

    private func begin() {
        if let lease, lease > pace.now {
            set(true)
            return alarm.set(at: lease, for: self) {
                $0.lease = nil
                $0.begin()
            }
        }
        lease = nil
        switch cycle {
        case .off:
            alarm.cancel()
            set(false)
        case .continuous:
            alarm.cancel()
            set(true)
        case .cycle(let listen, let period):
            set(true)
            alarm.set(at: pace.now + .seconds(listen), for: self) {
                $0.pause(for: .seconds(period - listen))
            }
        }
    }

    private func pause(for time: Duration) {
        set(false)
        alarm.set(after: time, for: self) { $0.begin() }
    }

    private func set(_ isOn: Bool) {
        self.isOn = isOn
        tell()
    }

    private func tell() {
        let listens = isOn && !restAlarm.isSet
        guard listens != isTold else { return }
        isTold = listens
        controller?.listen(listens)
    }
}
