import Linux
import Radio

/// The adapters that the kernel has, as they come, go and change.
@LoopActor
final class Controllers {
    /// An adapter as it is at the moment.
    struct Controller: Hashable {
        let index: ControllerIndex
        let info: ControllerInfo
        var settings: ControllerSettings

        /// Whether phones can come to it: they know it by an address of its own.
        var isFit: Bool { info.supported.contains(.lowEnergy) && !info.address.isZero }

        /// The address by which phones know it.
        var address: PeerAddress { PeerAddress(info.address, .publicLE) }

        /// The name that the kernel has for it.
        var name: String { "hci\(index.rawValue)" }
    }

    /// Between two questions where the kernel did not tell.
    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    private let management: any ManagementChannel
    private weak let owner: (any PartOwner)?
    private(set) var all: [ControllerIndex: Controller] = [:]
    /// Whether the kernel has told which there are, and of each what it is.
    private(set) var isKnown = false
    /// How many of them the kernel is being asked about.
    private var readings = 0
    /// The number of the last question about each; none once it has gone.
    private var questions: [ControllerIndex: Int] = [:]
    private var questionCount = 0
    /// Those that are there, of which the kernel did not tell what they are.
    private var unread: Set<ControllerIndex> = []
    private var pause = GrowingPause(pauses)
    private let alarm: Alarm

    /// - Parameter owner: compares when an adapter has come, gone or changed.
    init(_ management: any ManagementChannel, pace: Pace, for owner: any PartOwner) {
        self.management = management
        alarm = Alarm(on: pace)
        self.owner = owner
    }

    /// Asks which there are.
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

    /// Takes what the kernel tells.
    func take(_ event: ManagementEvent, of index: ControllerIndex) {
        switch event {
        case .indexAdded: read(index)
        case .indexRemoved:
            questions[index] = nil
            let wasUnread = unread.remove(index) != nil
            if all.removeValue(forKey: index) != nil || wasUnread { conclude() }
        case .newSettings(let settings):
            guard all[index] != nil else {
                // The answer that is under way may be older.
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
            // It may have gone, or come again, in the turn of the loop that brought the answer.
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

    /// Nobody can choose before all have told what they are, but one that does not keeps nobody from
    /// another one.
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
