import Linux
import Notices
import Outlets

/// Displays that are opened for nothing but a test.
@LoopActor
final class DisplayTest {
    /// How long displays may take to be there.
    private nonisolated static let arrival: Duration = .seconds(10)
    /// How often is looked whether they are.
    private nonisolated static let look: Duration = .milliseconds(50)
    /// How long they may take in the end.
    private nonisolated static let patience: Duration = .seconds(2)

    private let finish: @LoopActor (ExitStatus) -> Void
    private let pace = Pace()
    private let sample = NoticeSample.shown(at: .now)
    private let plans: DisplayPlans
    private var displays: [DisplayHandle] = []
    private var signals: SignalWatcher?
    private var status = ExitStatus.success
    private var isOver = false

    /// - Parameter finish: called once, when everything is over.
    init(_ plans: DisplayPlans, _ finish: @escaping @LoopActor (ExitStatus) -> Void) {
        self.plans = plans
        self.finish = finish
    }

    /// Opens the displays, and shows what there is to show once each of them is there or fails.
    func start() {
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
            self?.end(.signal(signal.rawValue))
        }
        // What fails is told with its display when all are known.
        let maker = DisplayMaker(pace: pace, tell: { _ in }, act: { _, _, _ in })
        displays = maker.handles(of: plans)
        for display in displays { display.outlet.open() }
        waitForArrival(until: pace.now + Self.arrival)
    }

    private func waitForArrival(until deadline: Duration) {
        guard !isOver else { return }
        if displays.allSatisfy(\.isDecided) || pace.now >= deadline { return begin() }
        pace.after(Self.look) { [weak self] in self?.waitForArrival(until: deadline) }
    }

    private func begin() {
        let news = DisplayTestNews(length: sample.length, lines: displays.map(\.news))
        status = DisplayTestOptions.tell(news, by: "this command")
        guard displays.contains(where: { $0.failure == nil }) else { return end(status) }
        sample.play(on: pace) { [weak self] event in
            for display in self?.displays ?? [] { display.outlet.show(event) }
        }
        pace.after(sample.length) { [weak self] in
            guard let self else { return }
            end(status)
        }
    }

    private func end(_ status: ExitStatus) {
        guard !isOver else { return }
        isOver = true
        signals?.stop()
        let farewell = Farewell(within: Self.patience) { [self] in finish(status) }
        for display in displays {
            farewell.wait { display.outlet.finish(within: Self.patience, $0) }
        }
        farewell.begin()
    }
}
