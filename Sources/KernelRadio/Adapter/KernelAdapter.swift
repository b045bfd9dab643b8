import Bluetooth
import Linux

/// The adapter that is used: made ready, watched, and left as it was.
@LoopActor
final class KernelAdapter {
    /// How it is doing.
    enum Condition: Equatable {
        case preparing
        case ready
        /// Somebody has switched it off.
        case off
        /// A switch for radios holds it off.
        case blocked
        /// The kernel refused something, for this reason.
        case failed(String)
    }

    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    let index: ControllerIndex
    let address: PeerAddress
    private(set) var condition = Condition.preparing
    private let kernel: any Kernel
    private let pace: Pace
    private let setUp: @LoopActor (ControllerSettings) -> AdapterSetup
    private let changed: @LoopActor () -> Void
    private let original: ControllerSettings
    private var settings: ControllerSettings
    private var sequence: CommandSequence?
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    /// Whether it is being left as it was: then it is told nothing else.
    private var isLeaving = false
    /// Whether the keys have changed since it was told them.
    private var hasOldKeys = false
    /// Counts what it is told, so that an answer to an earlier question has no effect.
    private var generation = 0

    /// - Parameters:
    ///   - original: how it was before anything was changed about it.
    ///   - setUp: what to tell an adapter that has these settings.
    ///   - changed: called when its condition has changed.
    init(
        _ controller: Controllers.Controller, original: ControllerSettings,
        of kernel: any Kernel, pace: Pace,
        setUp: @escaping @LoopActor (ControllerSettings) -> AdapterSetup,
        changed: @escaping @LoopActor () -> Void
    ) {
        index = controller.index
        address = controller.address
        self.original = original
        settings = controller.settings
        self.kernel = kernel
        self.pace = pace
        alarm = Alarm(on: pace)
        self.setUp = setUp
        self.changed = changed
    }

    isolated deinit {
        alarm.cancel()
        sequence?.cancel()
    }

    var isReady: Bool { condition == .ready }

    /// Makes it ready, from whatever it is.
    func prepare() {
        alarm.cancel()
        guard !isLeaving else { return }
        hasOldKeys = false
        // Before anything is answered, which may be from within the call.
        enter(.preparing)
        guard settings.contains(.addressResolution) else { return makeReady(setUp(settings)) }
        askFeatures()
    }

    /// Asks an adapter that makes changing addresses itself whether phones could pair with them.
    ///
    /// Without extended advertising, Linux (7.2 was seen) tells the adapter to make the address and not whose key to
    /// use. The adapter sends under the kernel's address then, the kernel computes with the lasting one, and pairing
    /// ends with "DHKey check failed". Phones that are bonded come back to a changing address all the same.
    private func askFeatures() {
        sequence?.cancel()
        generation += 1
        let ours = generation
        kernel.management.send(.readAdvertisingFeatures, to: index) { [weak self] result in
            guard let self, ours == generation else { return }
            var setup = setUp(settings)
            if case .success(let features) = result.parsed(AdvertisingFeatures.init(parsing:)) {
                setup.isPrivacyLimited = !features.isExtended
            }
            makeReady(setup)
        }
    }

    private func makeReady(_ setup: AdapterSetup) {
        run(setup.steps) { [weak self] failure in self?.finish(failure) }
    }

    /// Takes how it is set now, whoever has done that.
    func take(_ settings: ControllerSettings) {
        self.settings = settings
        guard !isLeaving else { return }
        switch condition {
        case .preparing: break
        case .ready where !settings.contains(.powered): wasSwitchedOff()
        case .ready where !settings.contains(.lowEnergy):
            pauseBeforeNext(.failed("Low Energy was switched off"))
        case .off, .blocked:
            if settings.contains(.powered) { prepare() }
        case .ready, .failed: break
        }
    }

    /// Gives the kernel the keys of all bonds anew.
    func reloadKeys() {
        guard !isLeaving else { return }
        guard isReady else {
            hasOldKeys = true
            return
        }
        hasOldKeys = false
        run(setUp(settings).keys) { [weak self] failure in
            if let failure { self?.pauseBeforeNext(.failed("\(failure)")) }
        }
    }

    /// Phones cannot be taken on it, for this reason; it is made ready anew after a while.
    func fail(_ error: Errno) {
        pauseBeforeNext(.failed("\(error)"))
    }

    /// Leaves it as it was; calls `done` once that is so.
    func restore(_ done: @escaping @LoopActor () -> Void) {
        isLeaving = true
        alarm.cancel()
        run(setUp(original).undoing) { _ in done() }
    }

    /// The adapter is not ours any more: nothing more is told to it.
    func letGo() {
        alarm.cancel()
        generation += 1
        sequence?.cancel()
        sequence = nil
    }

    private func run(
        _ steps: [CommandSequence.Step], _ done: @escaping @LoopActor (ManagementFailure?) -> Void
    ) {
        sequence?.cancel()
        generation += 1
        let sequence = CommandSequence(steps, to: index, over: kernel.management, done: done)
        self.sequence = sequence
        sequence.advance()
    }

    private func finish(_ failure: ManagementFailure?) {
        switch failure {
        case nil:
            pause.reset()
            // The kernel tells others alone of what we have set.
            settings.formUnion([.powered, .lowEnergy])
            enter(.ready)
            if hasOldKeys { reloadKeys() }
        case .status(.blockedByRFKill): pauseBeforeNext(.blocked)
        case let failure?: pauseBeforeNext(.failed("\(failure)"))
        }
    }

    private func wasSwitchedOff() {
        // Nothing tells when a switch is released; a person who has switched it off switches it on.
        if kernel.isBlocked(index) { pauseBeforeNext(.blocked) } else { enter(.off) }
    }

    private func pauseBeforeNext(_ condition: Condition) {
        alarm.cancel()
        guard !isLeaving else { return }
        alarm.set(after: pause.take(), for: self) { $0.prepare() }
        enter(condition)
    }

    private func enter(_ condition: Condition) {
        guard self.condition != condition else { return }
        self.condition = condition
        changed()
    }
}
