import DBus
import Linux
import Radio

/// Owner of a registration with bluetoothd.
@LoopActor
protocol Registrant: AnyObject {
    associatedtype Desired: Equatable

    /// State of the registration.
    var registration: Registration<Self> { get }

    func register(_ wish: Desired) async throws(BusError)
    func withdraw(_ wish: Desired) async
    /// Radio that compares the desired with the present state when the registration is accepted, refused or lost.
    var radio: (any PartOwner)? { get }
}

extension Registrant {
    /// Whether bluetoothd has the desired registration.
    var isRegistered: Bool { registration.isRegistered }

    /// Last error of bluetoothd, until success.
    var failure: BusError? { registration.failure }

    /// Sets the desired registration, or nil for none.
    func update(to wish: Desired?) { registration.update(to: wish) }

    /// Withdraws and repeats the registration.
    func renew() { registration.renew() }

    /// Resets the state after bluetoothd is gone.
    func vanished() { registration.vanished() }
}

/// A registration with bluetoothd that may be lost.
///
/// It is repeated after a loss, and after failures with increasing pauses.
@LoopActor
final class Registration<Owner: Registrant> {
    typealias Desired = Owner.Desired

    private enum State {
        case none
        case registering(Desired)
        case registered(Desired)
        case withdrawing
        /// The registration failed, and is retried when the alarm fires.
        case pausing
    }

    private static var pauses: ClosedRange<Duration> { .seconds(1) ... .seconds(30) }

    private weak var owner: Owner?
    private var state = State.none
    private let alarm = Alarm()
    private var wish: Desired?
    private var pause = GrowingPause(pauses)
    /// Registration that bluetoothd may have accepted without confirming it; it is withdrawn before
    /// the next one is made.
    private var doubtful: Desired?
    /// Whether the pending registration must be repeated, because `renew` was called meanwhile.
    private var isOutdated = false
    /// Call on which the current state waits.
    private let work = Work()
    /// Last error, until success.
    private(set) var failure: BusError?

    init(for owner: Owner) {
        self.owner = owner
    }

    /// Whether bluetoothd has the desired registration.
    var isRegistered: Bool {
        if case .registered(let current) = state { current == wish } else { false }
    }

    /// Sets the desired registration, or nil for none.
    func update(to newWish: Desired?) {
        guard newWish != wish else { return }
        wish = newWish
        pause.reset()
        failure = nil
        if case .pausing = state { enter(.none) }
        advance()
    }

    /// Withdraws and repeats the registration, in case it was lost silently.
    func renew() {
        pause.reset()
        switch state {
        case .registered(let current): withdraw(current)
        case .pausing:
            enter(.none)
            advance()
        case .registering: isOutdated = true
        case .none, .withdrawing: break
        }
    }

    /// Handles a registration dropped by bluetoothd.
    func wasLost() {
        switch state {
        case .registering, .registered: startPause()
        case .none, .withdrawing, .pausing: break
        }
        owner?.radio?.compare()
    }

    /// Resets the state after bluetoothd is gone, with all its registrations.
    func vanished() {
        enter(.none)
        wish = nil
        doubtful = nil
        failure = nil
    }

    private func enter(_ newState: State) {
        work.cancel()
        alarm.cancel()
        state = newState
    }

    private func advance() {
        switch state {
        case .none:
            if let doubtful { withdraw(doubtful) } else if let wish { register(wish) }
        case .registered(let current) where current != wish: withdraw(current)
        case .registering, .registered, .withdrawing, .pausing: break
        }
    }

    private func register(_ wish: Desired) {
        enter(.registering(wish))
        isOutdated = false
        work.begin { [self] in
            do throws(BusError) {
                try await owner?.register(wish)
                guard !Task.isCancelled else { return }
                failure = nil
                pause.reset()
                enter(.registered(wish))
                if isOutdated { withdraw(wish) } else { advance() }
            } catch {
                guard !Task.isCancelled else { return }
                failure = error
                if error.leavesDoubt { doubtful = wish }
                startPause()
            }
            owner?.radio?.compare()
        }
    }

    private func withdraw(_ current: Desired) {
        enter(.withdrawing)
        work.begin { [self] in
            await owner?.withdraw(current)
            guard !Task.isCancelled else { return }
            doubtful = nil
            enter(.none)
            advance()
        }
    }

    private func startPause() {
        enter(.pausing)
        alarm.set(after: pause.take(), for: self) {
            $0.enter(.none)
            $0.advance()
        }
    }
}

extension BusError {
    /// Whether bluetoothd may have performed the call despite the error.
    var leavesDoubt: Bool {
        switch self {
        case .timedOut: true
        case .remote(let name, _):
            ["org.bluez.Error.AlreadyExists", "org.freedesktop.DBus.Error.NoReply"].contains(name)
        default: false
        }
    }
}
