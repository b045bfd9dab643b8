import DBus
import Linux

/// Discovery by bluetoothd while it is wanted, independent of other programs' discoveries.
@LoopActor
final class BlueZListener {
    private enum State {
        case idle
        case starting
        case running
        case stopping
        /// The current discovery is ending, and the next one follows.
        case turning
        /// The call failed, and is retried when the alarm fires.
        case pausing
    }

    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// Interval between restarts of discovery.
    ///
    /// Most adapters report each sender only once per discovery, and bluetoothd would take 15 s for
    /// one discovery.
    private static let look: Duration = .seconds(1)
    /// Interval between restarts if the adapter reports each sender repeatedly; shorter than the
    /// ten seconds after which bluetoothd pauses its scan.
    private static let longLook: Duration = .seconds(9)
    /// Filter that reports every reception of each device.
    private static let filter: BusValue = .dictionary([
        "Transport": .string("le"), "DuplicateData": .bool(true),
    ])

    private let daemon: BlueZDaemon
    private weak let air: BlueZAir?
    private var adapter: ObjectPath?
    private var isWanted = false
    private var state = State.idle
    private var wasListening = false
    /// Current call to the adapter.
    private let work = Work()
    private let alarm = Alarm()
    private var pause = GrowingPause(pauses)
    /// Repeated reports in this discovery.
    private var repeats = SenderRepeats()
    /// Whether bluetoothd may have lost the discovery filter.
    private var isStale = false
    /// Last error, until success.
    private(set) var failure: BusError?

    /// - Parameter air: is informed when listening starts or ends.
    init(_ daemon: BlueZDaemon, for air: BlueZAir) {
        self.daemon = daemon
        self.air = air
    }

    /// Whether received messages are to be reported.
    var isListening: Bool {
        switch state {
        case .running, .turning: isWanted
        case .starting: isWanted && wasListening
        case .idle, .stopping, .pausing: false
        }
    }

    /// Starts or stops discovery on this adapter.
    ///
    /// On an adapter that is off or gone nothing needs to be undone.
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

    /// Restarts discovery, and sets the filter again.
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

    /// Counts a report of a device.
    ///
    /// If the adapter repeats its reports, discovery need not restart each second, which would cost
    /// time on a phone's link.
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

    /// - Parameter isFirst: whether the filter must be set first.
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
                // The result of the last discovery is likely to hold for this one.
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
        // Errors do not matter: a discovery unknown to bluetoothd need not be stopped.
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
        // Discovery may have started despite the error.
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
