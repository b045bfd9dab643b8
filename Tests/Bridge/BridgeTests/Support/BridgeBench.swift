import Bridge
import Features
import Linux
import Notices
import Outlets
import SimulatedPhone
import Support
import Testing

/// A whole bridge between simulated phones and an outlet that keeps what it is shown.
///
/// All of it goes by the phones' time, which stands still while there is anything to do: how fast the
/// machine is makes no difference.
@LoopActor
final class BridgeBench {
    /// How much of the phones' time a test waits for something before it counts as failed.
    private static let patience: Duration = .seconds(3600)
    /// How often it looks meanwhile, in the phones' time.
    private static let glance: Duration = .milliseconds(200)

    let pace: Pace
    let radio: WatchedRadio
    private(set) var bridge: Bridge?
    private(set) var isFinished = false
    private var hasStarted = false
    private let recorder = Recorder()
    private var ledgerOfCount: (count: Int, ledger: Ledger) = (0, Ledger([]))

    init(_ scenario: Scenario, seed: UInt64 = 1, further: FurtherFeatures = .all) {
        pace = .leaping()
        radio = WatchedRadio(SimulatedRadio(scenario: scenario, pace: pace, seed: seed))
        bridge = Bridge(radio: radio, outlets: [recorder], further: further, pace: pace)
    }

    convenience init(_ scripts: Script..., seed: UInt64 = 1) throws {
        try self.init(Scenario(scripts), seed: seed)
    }

    var events: [BridgeEvent] { recorder.events }

    var ledger: Ledger {
        if ledgerOfCount.count != events.count {
            ledgerOfCount = (events.count, Ledger(events))
        }
        return ledgerOfCount.ledger
    }

    /// Called in the middle of each event.
    var onEvent: (@LoopActor (BridgeEvent) -> Void)? {
        get { recorder.onEvent }
        set { recorder.onEvent = newValue }
    }

    /// Begins to play, once.
    func start() {
        guard !hasStarted else { return }
        hasStarted = true
        bridge?.start { [weak self] in self?.isFinished = true }
    }

    func stop() {
        bridge?.stop()
    }

    /// Stops, and lets go of the bridge.
    func dismiss() {
        stop()
        bridge = nil
    }

    /// Lets go of the bridge without a word.
    func letGo() {
        bridge = nil
    }

    /// Waits until something holds, and says whether it came to that.
    func waits(
        atMost patience: Duration = patience, until condition: @escaping @LoopActor () -> Bool
    ) async -> Bool {
        let deadline = pace.now + patience
        return await withCheckedContinuation { continuation in
            look(for: condition, until: deadline) { continuation.resume(returning: $0) }
        }
    }

    private func look(
        for condition: @escaping @LoopActor () -> Bool, until deadline: Duration,
        _ done: @escaping @LoopActor (Bool) -> Void
    ) {
        let isTrue = condition()
        if isTrue || pace.now > deadline { return done(isTrue) }
        pace.after(Self.glance) { self.look(for: condition, until: deadline, done) }
    }

    /// Lets some of the phones' time pass.
    func letPass(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            pace.after(time) { continuation.resume() }
        }
    }

    /// Plays until the scenario is over and everybody has been heard out.
    func plays() async -> Bool {
        start()
        return await waits { self.isFinished && self.bridge?.isSettled == true }
    }
}

extension BridgeBench {
    /// Plays the scripts to the end, and some time longer, and expects exactly what is then on the
    /// phones to be shown.
    func expectToShow(
        _ scripts: Script..., ignoringAppNames: Bool = false, afterwards: Duration = .zero,
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await expectToShow(
            scripts.flatMap(\.held), ignoringAppNames: ignoringAppNames, afterwards: afterwards,
            comment, sourceLocation: sourceLocation)
    }

    func expectToShow(
        _ expected: [Facts], ignoringAppNames: Bool = false, afterwards: Duration = .zero,
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        func comparable(_ facts: [Facts]) -> [Facts: Int] {
            facts.map { ignoringAppNames ? $0.withoutAppName : $0 }.counted
        }
        let expected = comparable(expected)
        start()
        _ = await waits {
            self.isFinished && self.bridge?.isSettled == true
                && comparable(self.ledger.facts) == expected
        }
        await letPass(afterwards)
        let shown = comparable(ledger.facts)
        let missing = expected.filter { shown[$0.key] != $0.value }
        let wrong = shown.filter { expected[$0.key] != $0.value }
        #expect(missing.isEmpty, comment, sourceLocation: sourceLocation)
        #expect(wrong.isEmpty, comment, sourceLocation: sourceLocation)
        #expect(isFinished, comment, sourceLocation: sourceLocation)
        #expect(ledger.problems.isEmpty, comment, sourceLocation: sourceLocation)
    }
}

/// An outlet that keeps everything.
@LoopActor
private final class Recorder: Outlet {
    private(set) var events: [BridgeEvent] = []
    var onEvent: (@LoopActor (BridgeEvent) -> Void)?

    func show(_ event: BridgeEvent) {
        events.append(event)
        onEvent?(event)
    }

    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        done()
    }
}

/// Does something for each number, several at a time.
@LoopActor
func forEach<Numbers: Sequence<Int>>(
    in numbers: Numbers, atATime width: Int = 12,
    _ body: @escaping @Sendable @LoopActor (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, number) in numbers.enumerated() {
            if index >= width { try await group.next() }
            group.addTask { try await body(number) }
        }
        try await group.waitForAll()
    }
}
