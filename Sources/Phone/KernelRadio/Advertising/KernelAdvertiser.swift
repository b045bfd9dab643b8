import Linux
import Radio

/// Advertisements on the air: the one by which phones find the host, and further ones.
///
/// They are added one at a time, because the kernel refuses a second one meanwhile. The first one
/// has priority.
@LoopActor
final class KernelAdvertiser {
    /// An advertisement, with the commands that add it to the kernel.
    struct Placement: Equatable {
        /// Instance number in the kernel.
        var instance: UInt8
        /// Commands that add the advertisement.
        var commands: [ManagementCommand]
    }

    /// Desired advertisements.
    struct Desired: Equatable {
        var adapter: ControllerIndex
        /// Advertisements; the first has priority.
        var placements: [Placement]
        /// Number of connections made and ended, and of renewals, so far.
        ///
        /// When it changes, all advertisements are added again, because a connection may have
        /// stopped them.
        var connections: Int
    }

    /// State of one advertisement.
    @LoopActor
    private final class Slot {
        var onAir: Placement?
        /// Number of connections when it was added.
        var connections = 0
        var failure: ManagementFailure?
        var pause = GrowingPause(pauses)
        let alarm: Alarm

        init(_ pace: Pace) {
            alarm = Alarm(on: pace)
        }
    }

    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// Instance number of the advertisement by which phones find the host.
    nonisolated static let solicitation: UInt8 = 1

    private let management: any ManagementChannel
    private let pace: Pace
    private weak let owner: (any PartOwner)?
    private var wish: Desired?
    private var slots: [UInt8: Slot] = [:]
    /// Instance being added or removed.
    private var asking: UInt8?
    /// Pending commands; cancelled when the adapter changes.
    private let work = Work()

    /// - Parameter owner: compares the desired with the present state when an advertisement was added or refused.
    init(_ management: any ManagementChannel, pace: Pace, for owner: any PartOwner) {
        self.management = management
        self.pace = pace
        self.owner = owner
    }

    /// Whether the advertisement for phones is on the air.
    var isOnAir: Bool { isOnAir(Self.solicitation) }

    /// Last error of the advertisement for phones.
    var failure: ManagementFailure? { failure(of: Self.solicitation) }

    /// Returns whether an advertisement is on the air as desired.
    func isOnAir(_ instance: UInt8) -> Bool {
        guard let wished = wish?.placements.first(where: { $0.instance == instance }) else {
            return false
        }
        return isOnAir(wished)
    }

    /// Returns the last error of an advertisement, until success.
    func failure(of instance: UInt8) -> ManagementFailure? { slots[instance]?.failure }

    /// Sets the desired advertisements.
    ///
    /// If the adapter changes, no command is sent to the previous one: its setup or restoration
    /// removes all advertisements.
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

    /// Handles an advertisement removed by the kernel.
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

    // MARK: Sequence

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
        // An advertisement that the kernel may have accepted only partly counts as absent.
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
