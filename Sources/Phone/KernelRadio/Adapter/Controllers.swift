import Linux
import Radio

/// Adapters of the kernel, with their changes.
@LoopActor
final class Controllers {
    /// Current state of an adapter.
    struct Controller: Hashable {
        let index: ControllerIndex
        let info: ControllerInfo
        var settings: ControllerSettings

        /// Whether phones can connect to it, which requires Low Energy and an address.
        var isFit: Bool { info.supported.contains(.lowEnergy) && !info.address.isZero }

        /// Address by which phones know the adapter.
        var address: PeerAddress { PeerAddress(info.address, .publicLE) }

        /// Name of the adapter in the kernel.
        var name: String { "hci\(index.rawValue)" }
    }

    /// Pauses between requests after the kernel failed to answer.
    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    private let management: any ManagementChannel
    private weak let owner: (any PartOwner)?
    private(set) var all: [ControllerIndex: Controller] = [:]
    /// Whether the kernel has listed the adapters and their properties.
    private(set) var isKnown = false
    /// Number of pending requests.
    private var readings = 0
    /// Number of the pending request to each adapter; none after its answer, or after the adapter's
    /// removal.
    private var questions: [ControllerIndex: Int] = [:]
    private var questionCount = 0
    /// Existing adapters whose properties the kernel did not return.
    private var unread: Set<ControllerIndex> = []
    private var pause = GrowingPause(pauses)
    private let alarm: Alarm

    /// - Parameter owner: compares the desired with the present state when an adapter was added, removed or changed.
    init(_ management: any ManagementChannel, pace: Pace, for owner: any PartOwner) {
        self.management = management
        alarm = Alarm(on: pace)
        self.owner = owner
    }

    /// Requests the list of adapters.
    func look() {
        alarm.cancel()
        pause.reset()
        all = [:]
        unread = []
        isKnown = false
        readings = 0
        questions = [:]
        readList()
    }

    private func readList() {
        LoopActor.begin { [self] in
            let result = await management.answer(to: .readIndexList, of: .none)
            guard result != .failure(.lost) else { return }
            guard let found = try? result.parsed(ControllerIndex.list).get() else {
                return later { $0.readList() }
            }
            for index in found { read(index) }
            if found.isEmpty { conclude() }
        }
    }

    /// Handles an event of the kernel.
    func take(_ event: ManagementEvent, of index: ControllerIndex) {
        switch event {
        case .indexAdded: read(index)
        case .indexRemoved:
            questions[index] = nil
            let wasUnread = unread.remove(index) != nil
            if all.removeValue(forKey: index) != nil || wasUnread { conclude() }
        case .newSettings(let settings):
            guard all[index] != nil else {
                // The pending answer may be older than these settings.
                if questions[index] != nil { read(index) }
                return
            }
            all[index]?.settings = settings
            owner?.compare()
        default: break
        }
    }

    private func read(_ index: ControllerIndex) {
        readings += 1
        questionCount += 1
        let number = questionCount
        questions[index] = number
        unread.remove(index)
        LoopActor.begin { [self] in
            let result = await management.answer(to: .readControllerInfo, of: index)
            guard result != .failure(.lost) else { return }
            readings -= 1
            // The adapter may have been removed or added again in the same turn of the loop as the
            // answer.
            guard questions[index] == number else { return conclude() }
            questions[index] = nil
            if let info = try? result.parsed(ControllerInfo.init(parsing:)).get() {
                all[index] = Controller(index: index, info: info, settings: info.current)
            } else if result != .failure(.status(.invalidIndex)) {
                unread.insert(index)
            }
            conclude()
        }
    }

    /// Updates `isKnown`, schedules requests to adapters that are still unread, and informs the
    /// owner.
    ///
    /// No adapter can be chosen before all requests are answered, but one that fails does not block
    /// the others.
    private func conclude() {
        if readings == 0 {
            if unread.isEmpty { pause.reset() } else { later { $0.readAgain() } }
            if unread.isEmpty || !all.isEmpty { isKnown = true }
        }
        owner?.compare()
    }

    private func readAgain() {
        for index in unread { read(index) }
    }

    private func later(_ ask: @escaping @LoopActor (Controllers) -> Void) {
        if !alarm.isSet { alarm.set(after: pause.take(), for: self, ask) }
    }
}
