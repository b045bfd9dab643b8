import Linux

/// When to listen: a cycle that a person chose, and without a pause while somebody looks on.
@LoopActor
final class ListeningTurns {
    private let pace: Pace
    private let turn: @LoopActor (Bool) -> Void
    private let alarm: Alarm
    private var cycle = ScanCycle.off
    /// Until when somebody looks on.
    private var lease: Duration?
    private(set) var isOn = false

    /// - Parameter turn: begins or ends listening.
    init(on pace: Pace, turn: @escaping @LoopActor (Bool) -> Void) {
        self.pace = pace
        self.turn = turn
        alarm = Alarm(on: pace)
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

    /// Listens no more.
    func stop() {
        alarm.cancel()
        lease = nil
        cycle = .off
        set(false)
    }

    private func begin() {
        if let lease, lease > pace.now {
            set(true)
            return alarm.set(at: lease) { [weak self] in
                self?.lease = nil
                self?.begin()
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
            alarm.set(after: .seconds(listen)) { [weak self] in
                self?.pause(for: .seconds(period - listen))
            }
        }
    }

    private func pause(for time: Duration) {
        set(false)
        alarm.set(after: time) { [weak self] in self?.begin() }
    }

    private func set(_ isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        turn(isOn)
    }
}
