import DBus
import Linux
import Radio

/// Who knows how to register something with bluetoothd, and how to take it back.
@LoopActor
protocol Registrant: AnyObject {
    associatedtype Desired: Equatable

    /// Keeps account of what is registered.
    var registration: Registration<Self> { get }

    func register(_ wish: Desired) async throws(BusError)
    func withdraw(_ wish: Desired) async
    /// It was registered, refused, or lost.
    /// Compares when the registration has become another one.
    var radio: (any PartOwner)? { get }
}

extension Registrant {
    /// Whether bluetoothd has what is wished.
    var isRegistered: Bool { registration.isRegistered }

    /// Why it has not, where it refused.
    var failure: BusError? { registration.failure }

    /// Sees to it that bluetoothd has this, or nothing.
    func update(to wish: Desired?) { registration.update(to: wish) }

    /// Has bluetoothd take it back and have it again.
    func renew() { registration.renew() }

    /// bluetoothd is gone.
    func vanished() { registration.vanished() }
}

/// Something that bluetoothd keeps for us, and loses again: registered when it should be, once more
/// after it was lost, with ever longer pauses while that fails.
@LoopActor
final class Registration<Owner: Registrant> {
    typealias Desired = Owner.Desired

    private enum State {
        case none
        case registering(Desired)
        case registered(Desired)
        case withdrawing
        /// It failed; it is tried again when the alarm rings.
        case pausing
    }

    private static var pauses: ClosedRange<Duration> { .seconds(1) ... .seconds(30) }

    private weak var owner: Owner?
    private var state = State.none
    private let alarm = Alarm()
    private var wish: Desired?
    private var pause = GrowingPause(pauses)
    /// What bluetoothd may have although it never said so; it is taken back before anything else.
    private var doubtful: Desired?
    /// Whether what is being registered has to be registered once more, since the host slept meanwhile.
    private var isOutdated = false
    /// What the state of the moment waits for.
    private let work = Work()
    /// Why it failed last, until it succeeds.
    private(set) var failure: BusError?

    init(for owner: Owner) {
        self.owner = owner
    }

    /// Whether bluetoothd has what is wished.
    var isRegistered: Bool {
        if case .registered(let current) = state { current == wish } else { false }
    }

    /// Sees to it that bluetoothd has this, or nothing.
    func update(to newWish: Desired?) {
        guard newWish != wish else { return }
        wish = newWish
        pause.reset()
        failure = nil
        if case .pausing = state { enter(.none) }
        advance()
    }

    /// Has bluetoothd take it back and have it again, in case it was lost without a word.
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

    /// bluetoothd has dropped it.
    func wasLost() {
        switch state {
        case .registering, .registered: startPause()
        case .none, .withdrawing, .pausing: break
        }
        owner?.radio?.compare()
    }

    /// bluetoothd is gone, and everything with it.
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
    /// Whether bluetoothd may have done what it was asked all the same.
    var leavesDoubt: Bool {
        switch self {
        case .timedOut: true
        case .remote(let name, _):
            ["org.bluez.Error.AlreadyExists", "org.freedesktop.DBus.Error.NoReply"].contains(name)
        default: false
        }
    }
}
