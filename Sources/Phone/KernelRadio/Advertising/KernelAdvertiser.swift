import Linux
import Radio

/// Keeps advertisements on air: the one through which phones find the host, and further ones beside it.
///
/// One at a time is put there, for the kernel refuses a second one meanwhile, and the first one goes before all
/// others.
@LoopActor
final class KernelAdvertiser {
    /// One advertisement.
    struct Placement: Equatable {
        /// The kernel's number of it.
        var instance: UInt8
        /// What puts it on air.
        var commands: [ManagementCommand]
    }

    /// What is to be on air.
    struct Desired: Equatable {
        var adapter: ControllerIndex
        /// The first goes before all others.
        var placements: [Placement]
        /// How many connections have come and gone: each may take advertisements off the air.
        var connections: Int
    }

    /// How one advertisement is doing.
    @LoopActor
    private final class Slot {
        var onAir: Placement?
        /// How many connections there had been when it was put there.
        var connections = 0
        var failure: ManagementFailure?
        var pause = GrowingPause(pauses)
        let alarm: Alarm

        init(_ pace: Pace) {
            alarm = Alarm(on: pace)
        }
    }

    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// The number of the one through which phones find the host.
    nonisolated static let solicitation: UInt8 = 1

    private let management: any ManagementChannel
    private let pace: Pace
    private weak let owner: (any PartOwner)?
    private var wish: Desired?
    private var slots: [UInt8: Slot] = [:]
    /// The one that is put on air or taken from it.
    private var asking: UInt8?
    /// What was asked for; nothing of it once another adapter is used.
    private let work = Work()

    /// - Parameter owner: compares when an advertisement came on air or was refused.
    init(_ management: any ManagementChannel, pace: Pace, for owner: any PartOwner) {
        self.management = management
        self.pace = pace
        self.owner = owner
    }

    /// Whether phones find the host.
    var isOnAir: Bool { isOnAir(Self.solicitation) }

    /// Why they do not.
    var failure: ManagementFailure? { failure(of: Self.solicitation) }

    /// Whether an advertisement is on air as it is wished.
    func isOnAir(_ instance: UInt8) -> Bool {
        guard let wished = wish?.placements.first(where: { $0.instance == instance }) else {
            return false
        }
        return isOnAir(wished)
    }

    /// Why an advertisement was refused last, until it succeeds.
    func failure(of instance: UInt8) -> ManagementFailure? { slots[instance]?.failure }

    /// Sees to it that these are on air and no others; nothing needs to be taken back from an adapter that is
    /// made ready anew or left as it was.
    func update(to newWish: Desired?) {
        guard newWish != wish else { return }
        if newWish?.adapter != wish?.adapter {
            slots = [:]
            asking = nil
            work.cancel()
        }
        let old = wish
        wish = newWish
        for (instance, slot) in slots where isNew(instance, since: old) {
            slot.alarm.cancel()
            slot.pause.reset()
            slot.failure = nil
        }
        advance()
    }

    /// The kernel has dropped one.
    func take(removed instance: UInt8) {
        guard asking != instance else { return }
        slots[instance]?.onAir = nil
        advance()
    }

    private func isNew(_ instance: UInt8, since old: Desired?) -> Bool {
        let before = old?.placements.first { $0.instance == instance }
        return old?.connections != wish?.connections
            || before != wish?.placements.first { $0.instance == instance }
    }

    private func isOnAir(_ placement: Placement) -> Bool {
        guard let wish, let slot = slots[placement.instance] else { return false }
        return slot.onAir == placement && slot.connections == wish.connections
    }

    // MARK: One after another

    private func advance() {
        guard let wish, asking == nil else { return }
        let next = wish.placements.first {
            !isOnAir($0) && slots[$0.instance]?.alarm.isSet != true
        }
        if let next { return put(next, wish) }
        let wished = wish.placements.map(\.instance)
        let unwanted = slots.first { !wished.contains($0.key) && !$0.value.alarm.isSet }?.key
        if let unwanted { takeAway(unwanted, wish.adapter) }
    }

    private func put(_ placement: Placement, _ wish: Desired) {
        let slot = slots[placement.instance] ?? Slot(pace)
        slots[placement.instance] = slot
        // What the kernel may not have taken whole is not there.
        slot.onAir = nil
        send(placement.commands, placement.instance, to: wish.adapter) { [self] failure in
            slot.failure = failure
            if failure == nil {
                slot.pause.reset()
                slot.onAir = placement
                slot.connections = wish.connections
            } else {
                retry(slot)
            }
        }
    }

    private func takeAway(_ instance: UInt8, _ adapter: ControllerIndex) {
        send([.removeAdvertising(instance: instance)], instance, to: adapter) { [self] failure in
            switch failure {
            case nil, .status(.invalidParameters): slots[instance] = nil
            default: slots[instance].map(retry)
            }
        }
    }

    private func retry(_ slot: Slot) {
        slot.alarm.set(after: slot.pause.take(), for: self) { $0.advance() }
    }

    private func send(
        _ commands: [ManagementCommand], _ instance: UInt8, to adapter: ControllerIndex,
        _ done: @escaping @LoopActor (ManagementFailure?) -> Void
    ) {
        asking = instance
        work.begin { [self] in
            let steps = commands.map { CommandStep(command: $0) }
            let failure = await management.carryOut(steps, on: adapter)
            guard !Task.isCancelled else { return }
            asking = nil
            done(failure)
            advance()
            owner?.compare()
        }
    }
}
