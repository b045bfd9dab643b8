import DBus
import Linux

/// Has bluetoothd look around while somebody wants that; what others have it do is theirs.
@LoopActor
final class BlueZListener {
    private enum State {
        case idle
        case starting
        case running
        case stopping
        /// It ends one look to begin the next.
        case turning
        /// It failed; it is tried again when the alarm rings.
        case pausing
    }

    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// How soon it looks around anew: adapters tell of each sender once in a look, and bluetoothd would take
    /// 15 s for one.
    private static let look: Duration = .seconds(1)
    /// How soon where the adapter tells of each sender again and again: bluetoothd rests after ten seconds.
    private static let longLook: Duration = .seconds(9)
    /// Everybody once more each time they are heard.
    private static let filter: BusValue = .dictionary([
        "Transport": .string("le"), "DuplicateData": .bool(true),
    ])

    private let daemon: BlueZDaemon
    private weak let air: BlueZAir?
    private var adapter: ObjectPath?
    private var isWanted = false
    private var state = State.idle
    private var wasListening = false
    /// What this adapter is asked for.
    private let work = Work()
    private let alarm = Alarm()
    private var pause = GrowingPause(pauses)
    /// What this look has shown of the adapter.
    private var repeats = SenderRepeats()
    /// Whether bluetoothd may not know any more what it was told to look for.
    private var isStale = false
    /// Why it failed last, until it succeeds.
    private(set) var failure: BusError?

    /// - Parameter air: hears when it begins or ends to listen.
    init(_ daemon: BlueZDaemon, for air: BlueZAir) {
        self.daemon = daemon
        self.air = air
    }

    /// Whether what is heard is meant for somebody.
    var isListening: Bool {
        switch state {
        case .running, .turning: isWanted
        case .starting: isWanted && wasListening
        case .idle, .stopping, .pausing: false
        }
    }

    /// Sees to it that this adapter looks around, or does not; nothing needs to be taken back from one that is
    /// off or gone.
    func update(on newAdapter: ObjectPath?, isWanted newWanted: Bool) {
        guard adapter != newAdapter || isWanted != newWanted else { return }
        if adapter != newAdapter {
            adapter = newAdapter
            work.cancel()
            state = .idle
            repeats = SenderRepeats()
            failure = nil
            pause.reset()
            alarm.cancel()
        }
        isWanted = newWanted
        advance()
    }

    /// Has bluetoothd look around again, and hear once more for what.
    func renew() {
        isStale = true
        repeats = SenderRepeats()
        switch state {
        case .running: lookAnew()
        case .pausing:
            alarm.cancel()
            pause.reset()
            state = .idle
            advance()
        case .idle, .starting, .stopping, .turning: break
        }
    }

    /// Takes that a device was told of: an adapter that tells of it again and again need not be asked anew each
    /// second, which would cost a phone's link its time.
    func heard(_ path: ObjectPath) {
        guard case .running = state, !repeats.areThere else { return }
        repeats.count(path)
        if repeats.areThere { lookAnew(after: Self.longLook) }
    }

    private func advance() {
        tell()
        guard let adapter else { return }
        switch state {
        case .idle where isWanted: look(on: adapter, isFirst: true)
        case .running where !isWanted: stop(on: adapter, .stopping)
        case .pausing where !isWanted:
            alarm.cancel()
            pause.reset()
            failure = nil
            state = .idle
        case .idle, .starting, .running, .stopping, .turning, .pausing: break
        }
    }

    /// - Parameter isFirst: whether the adapter has to be told first what is looked for.
    private func look(on adapter: ObjectPath, isFirst: Bool) {
        state = .starting
        if isFirst { isStale = false }
        work.begin { [self] in
            do throws(BusError) {
                if isFirst {
                    _ = try await daemon.call(
                        adapter, BlueZ.adapter, "SetDiscoveryFilter", [Self.filter])
                    guard !Task.isCancelled else { return }
                }
                _ = try await daemon.call(adapter, BlueZ.adapter, "StartDiscovery")
                guard !Task.isCancelled else { return }
                failure = nil
                pause.reset()
                state = .running
                // What the last look has shown is likely to be so in this one.
                lookAnew(after: repeats.areThere ? Self.longLook : Self.look)
                repeats = SenderRepeats()
                advance()
            } catch {
                if !Task.isCancelled { failed(error) }
            }
        }
    }

    private func lookAnew(after time: Duration) {
        alarm.set(after: time, for: self) { $0.lookAnew() }
    }

    private func lookAnew() {
        guard case .running = state, let adapter else { return }
        stop(on: adapter, .turning)
    }

    private func stop(on adapter: ObjectPath, _ newState: State) {
        alarm.cancel()
        state = newState
        tell()
        // Afterwards it is over in any case: what bluetoothd does not know need not be ended.
        work.begin { [self] in
            _ = try? await daemon.call(adapter, BlueZ.adapter, "StopDiscovery")
            guard !Task.isCancelled else { return }
            if case .turning = state, isWanted {
                return look(on: adapter, isFirst: isStale)
            }
            state = .idle
            advance()
        }
    }

    private func failed(_ error: BusError) {
        failure = error
        state = .pausing
        // It may have begun all the same.
        if error.leavesDoubt, let adapter { daemon.tell(adapter, BlueZ.adapter, "StopDiscovery") }
        alarm.set(after: pause.take(), for: self) {
            $0.state = .idle
            $0.advance()
        }
        advance()
    }

    private func tell() {
        guard isListening != wasListening else { return }
        wasListening = isListening
        air?.isNow(listening: isListening)
    }
}
