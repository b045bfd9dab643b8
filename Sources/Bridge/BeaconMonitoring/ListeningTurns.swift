import Linux

/// When to listen: a cycle that a person chose, without a pause while somebody looks on, and never beside a call
/// that has just begun.
@LoopActor
final class ListeningTurns {
    /// How long a call has the radio to itself; the window that it cuts into is as much longer.
    static let rest: Duration = .seconds(1)
    /// From one rest to the next at least: a phone that rings without an end leaves half of the time for listening.
    static let restInterval: Duration = .seconds(2)

    private let pace: Pace
    private weak let controller: BeaconMonitor?
    private let alarm: Alarm
    private var cycle = ScanCycle.off
    /// Until when somebody looks on.
    private var lease: Duration?
    private let restAlarm: Alarm
    private var nextRest: Duration = .zero
    /// Whether this is a time to listen.
    private(set) var isOn = false
    private var isTold = false

    /// - Parameter turn: begins or ends listening.
    init(on pace: Pace, for controller: BeaconMonitor) {
        self.pace = pace
        self.controller = controller
        alarm = Alarm(on: pace)
        restAlarm = Alarm(on: pace)
    }

    /// Listens like this from now on, beginning at once.
    func follow(_ cycle: ScanCycle) {
        guard cycle != self.cycle else { return }
        self.cycle = cycle
        begin()
    }

    /// Listens without a pause for so long, whatever the cycle is.
    func lend(for time: Duration) {
        let end = pace.now + time
        guard end > lease ?? .zero else { return }
        lease = end
        begin()
    }

    /// Leaves the radio to a call that has begun.
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

    /// Listens no more.
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
