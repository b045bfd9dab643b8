import Linux
import Radio

/// The adapter in use: its setup, supervision and restoration.
@LoopActor
final class KernelAdapter {
    enum Condition: Equatable {
        case preparing
        case ready
        /// The adapter was switched off.
        case off
        /// The adapter is blocked by rfkill.
        case blocked
        /// The kernel refused a command, for this reason.
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
    /// Whether the adapter is being restored; no other commands are sent then.
    private var isLeaving = false
    /// Whether the keys have changed since they were loaded.
    private var hasOldKeys = false

    /// - Parameters:
    ///   - original: settings before any change.
    ///   - owner: compares the desired with the present state when the condition has changed.
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

    /// Sets the adapter up from any state.
    func prepare() {
        alarm.cancel()
        guard !isLeaving else { return }
        hasOldKeys = false
        // The condition is set first, because answers may arrive before `begin` returns.
        enter(.preparing)
        begin { [self] in
            let isLimited = await isPrivacyLimited()
            guard !Task.isCancelled, var setup = owner?.setUp(address, settings) else { return }
            setup.isPrivacyLimited = isLimited
            let failure = await kernel.management.carryOut(setup.steps, on: index)
            if !Task.isCancelled { finish(failure) }
        }
    }

    /// Starts work, and cancels the previous work.
    private func begin(_ work: @escaping @LoopActor () async -> Void) {
        self.work.cancel()
        self.work.begin(work)
    }

    /// Returns whether phones could pair only with a limited privacy, on an adapter that generates
    /// changing addresses itself.
    ///
    /// Without extended advertising, Linux (observed with 7.2) makes the adapter generate the
    /// address, but does not say with which key. The adapter then sends with the kernel's address,
    /// while the kernel computes with the identity address, and pairing fails with "DHKey check
    /// failed". Bonded phones nevertheless reconnect to a changing address.
    private func isPrivacyLimited() async -> Bool {
        guard settings.contains(.addressResolution) else { return false }
        let answer = await kernel.management.answer(to: .readAdvertisingFeatures, of: index)
        let features = try? answer.parsed(AdvertisingFeatures.init(parsing:)).get()
        return features?.isExtended == false
    }

    /// Handles new settings, made by any program.
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

    /// Loads the keys of all bonds into the kernel again.
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

    /// Records that the adapter cannot accept phones; it is set up again after a pause.
    func fail(_ error: Errno) {
        pauseBeforeNext(.failed("\(error)"))
    }

    /// Restores the original settings.
    func restore() async {
        isLeaving = true
        letGo()
        _ = await kernel.management.carryOut(AdapterSetup.undoing(to: original), on: index)
    }

    /// Stops sending commands to an adapter that is no longer in use.
    func letGo() {
        alarm.cancel()
        work.cancel()
    }

    private func finish(_ failure: ManagementFailure?) {
        switch failure {
        case nil:
            pause.reset()
            // The kernel reports settings only to other programs than the one that changed them.
            settings.formUnion([.powered, .lowEnergy])
            enter(.ready)
            if hasOldKeys { reloadKeys() }
        case .status(.blockedByRFKill): pauseBeforeNext(.blocked)
        case let failure?: pauseBeforeNext(.failed("\(failure)"))
        }
    }

    private func wasSwitchedOff() {
        // The kernel does not report the release of an rfkill switch, so setup is tried again after
        // pauses. After a user has switched the adapter off, it is set up once it is switched on.
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
