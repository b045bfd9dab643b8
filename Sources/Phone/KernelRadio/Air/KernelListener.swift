import Linux
import Radio

/// Scanning by the kernel while it is wanted.
@LoopActor
final class KernelListener {
    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// Filter for adapters that can filter; others report everything.
    private static let patterns = AirMessage.wanted.map { pattern in
        switch pattern {
        case .manufacturer(let offset, let bytes):
            AdvertisementPattern(.manufacturerData, offset: offset, bytes)
        case .service(let number):
            AdvertisementPattern(
                .serviceData16,
                [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)])
        }
    }

    private let management: any ManagementChannel
    private weak let air: KernelAir?
    /// Ready adapter to listen on; nil if there is none.
    private var adapter: ControllerIndex?
    private var isWanted = false
    /// Handle of the monitor in the kernel; nil if there is none.
    private var monitor: UInt16?
    private var isAsking = false
    /// Whether the monitor is to be removed and added again.
    private var isStale = false
    private var wasListening = false
    /// Request to the current adapter.
    private let work = Work()
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    /// Last error, until success.
    private(set) var failure: ManagementFailure?

    /// - Parameter air: is informed when listening starts or ends.
    init(_ management: any ManagementChannel, pace: Pace, for air: KernelAir) {
        self.management = management
        alarm = Alarm(on: pace)
        self.air = air
    }

    /// Whether received messages are to be reported.
    var isListening: Bool { isWanted && monitor != nil }

    /// Starts or stops listening on this adapter.
    ///
    /// If the adapter changes, no command is sent to the previous one: its setup or restoration
    /// removes all monitors.
    func update(on newAdapter: ControllerIndex?, isWanted newWanted: Bool) {
        guard adapter != newAdapter || isWanted != newWanted else { return }
        if adapter != newAdapter {
            adapter = newAdapter
            work.cancel()
            isAsking = false
            isStale = false
            monitor = nil
        }
        isWanted = newWanted
        alarm.cancel()
        pause.reset()
        failure = nil
        advance()
    }

    /// Adds the monitor again, in case it was lost.
    func renew() {
        isStale = monitor != nil || isAsking
        advance()
    }

    private func advance() {
        tell()
        let isAsWanted = isWanted == (monitor != nil) && !(isStale && monitor != nil)
        guard let adapter, !isAsking, !alarm.isSet, !isAsWanted else { return }
        isAsking = true
        let command =
            monitor.map { .removeAdvertisementMonitor($0) }
            ?? ManagementCommand.addAdvertisementMonitor(Self.patterns)
        let isRemoval = monitor != nil
        work.begin { [self] in
            let result = await management.answer(to: command, of: adapter)
            guard !Task.isCancelled else { return }
            isAsking = false
            take(result, isRemoval: isRemoval)
        }
    }

    private func take(_ result: Result<[UInt8], ManagementFailure>, isRemoval: Bool) {
        switch result {
        case .success where isRemoval, .failure(.status(.invalidIndex)) where isRemoval:
            monitor = nil
            isStale = false
            succeeded()
        case .success:
            do throws(ManagementFailure) {
                monitor = try result.parsed(advertisementMonitor(parsing:)).get()
                succeeded()
            } catch {
                failed(error)
            }
        case .failure(let failure): failed(failure)
        }
    }

    private func succeeded() {
        failure = nil
        pause.reset()
        advance()
    }

    private func failed(_ failure: ManagementFailure) {
        self.failure = failure
        alarm.set(after: pause.take(), for: self) { $0.advance() }
        tell()
    }

    private func tell() {
        guard isListening != wasListening else { return }
        wasListening = isListening
        air?.isNow(listening: isListening)
    }
}
