import Linux
import Radio

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
    private weak let owner: (any KernelOwner)?
    private let original: ControllerSettings
    private var settings: ControllerSettings
    private let work = Work()
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    /// Whether it is being left as it was: then it is told nothing else.
    private var isLeaving = false
    /// Whether the keys have changed since it was told them.
    private var hasOldKeys = false

    /// - Parameters:
    ///   - original: how it was before anything was changed about it.
    ///   - owner: compares when its condition has changed.
    init(
        _ controller: Controllers.Controller, original: ControllerSettings,
        of kernel: any Kernel, pace: Pace, for owner: any KernelOwner
    ) {
        index = controller.index
        address = controller.address
        self.original = original
        settings = controller.settings
        self.kernel = kernel
        self.pace = pace
        alarm = Alarm(on: pace)
        self.owner = owner
    }

    var isReady: Bool { condition == .ready }

    /// Makes it ready, from whatever it is.
    func prepare() {
        alarm.cancel()
        guard !isLeaving else { return }
        hasOldKeys = false
        // Before anything is answered, which may be from within the call.
        enter(.preparing)
        begin { [self] in
            let isLimited = await isPrivacyLimited()
            guard !Task.isCancelled, var setup = owner?.setUp(address, settings) else { return }
            setup.isPrivacyLimited = isLimited
            let failure = await kernel.management.carryOut(setup.steps, on: index)
            if !Task.isCancelled { finish(failure) }
        }
    }

    /// Does something in the place of what is under way.
    private func begin(_ work: @escaping @LoopActor () async -> Void) {
        self.work.cancel()
        self.work.begin(work)
    }

    /// Asks an adapter that makes changing addresses itself whether phones could pair with them.
    ///
    /// Without extended advertising, Linux (7.2 was seen) tells the adapter to make the address and not whose key to
    /// use. The adapter sends under the kernel's address then, the kernel computes with the lasting one, and pairing
    /// ends with "DHKey check failed". Phones that are bonded come back to a changing address all the same.
    private func isPrivacyLimited() async -> Bool {
        guard settings.contains(.addressResolution) else { return false }
        let answer = await kernel.management.answer(to: .readAdvertisingFeatures, of: index)
        let features = try? answer.parsed(AdvertisingFeatures.init(parsing:)).get()
        return features?.isExtended == false
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
        guard let keys = owner?.setUp(address, settings).keys else { return }
        begin { [self] in
            let failure = await kernel.management.carryOut(keys, on: index)
            if let failure, !Task.isCancelled { pauseBeforeNext(.failed("\(failure)")) }
        }
    }

    /// Phones cannot be taken on it, for this reason; it is made ready anew after a while.
    func fail(_ error: Errno) {
        pauseBeforeNext(.failed("\(error)"))
    }

    /// Leaves it as it was.
    func restore() async {
        isLeaving = true
        letGo()
        _ = await kernel.management.carryOut(AdapterSetup.undoing(to: original), on: index)
    }

    /// The adapter is not ours any more: nothing more is told to it.
    func letGo() {
        alarm.cancel()
        work.cancel()
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
        owner?.compare()
    }
}
