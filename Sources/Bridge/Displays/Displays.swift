import Board
import Control
import JSON
import Linux
import Notices
import Outlets
import Scenes

/// The displays of a bridge, as many as its configuration has.
@LoopActor
final class Displays {
    private let consoles: ReplaceableOutlets<ConsolePlan>
    private let lcds: ReplaceableOutlets<LCDPlan>
    private let images: ReplaceableOutlets<ImagePlan>
    /// Displays go by the machine's clock, also where phones are simulated.
    private let pace = Pace()
    private var resizing: SignalWatcher?
    private var plans = DisplayPlans()
    /// The displays that show samples, by their sections.
    private var tested: Set<String> = []

    /// - Parameter keeper: knows what holds when a display comes.
    init(for bridge: Bridge, in foreground: ForegroundBridge, knowing keeper: DayKeeper) {
        let maker = DisplayMaker(
            pace: pace,
            tell: { [weak foreground] in foreground?.advise($0) },
            act: { [weak bridge] act, notice, done in bridge?.perform(act, on: notice, done) })
        consoles = ReplaceableOutlets(in: foreground) { Self.informed(maker.make($0), keeper) }
        lcds = ReplaceableOutlets(in: foreground) { Self.informed(maker.make($0), keeper) }
        images = ReplaceableOutlets(in: foreground) { Self.informed(maker.make($0), keeper) }
    }

    /// The outlet, once it has been shown what holds.
    private static func informed<Made: OpenableOutlet>(_ outlet: Made, _ keeper: DayKeeper) -> Made
    {
        for event in keeper.all(at: .now) { outlet.show(event) }
        return outlet
    }

    /// Shows notices on these displays from now on, and on no others.
    func replace(_ plans: DisplayPlans) {
        self.plans = plans
        consoles.replace(plans.consoles)
        lcds.replace(plans.lcds)
        images.replace(plans.images)
        watchSize()
    }

    /// Opens nothing more.
    func end() {
        consoles.end()
        lcds.end()
        images.end()
        resizing?.stop()
        resizing = nil
    }

    /// Shows a sample on the displays that a person means.
    func test(_ name: String?, _ exchange: ControlExchange) {
        let all = handles
        let meant: [DisplayHandle]
        do throws(DisplayAbsence) {
            let kinds = try plans.meant(by: name).all.map(\.kind)
            meant = all.filter { kinds.contains($0.plan.kind) }
        } catch {
            return exchange.refuse(ControlRefusal(.notFound, error.sentence))
        }
        if let busy = meant.first(where: { tested.contains($0.plan.kind) }) {
            return exchange.refuse(ControlRefusal(.busy, "\(busy.plan.kind) is being tested"))
        }
        let sample = NoticeSample.shown(at: .now)
        let news = DisplayTestNews(length: sample.length, lines: meant.map(\.news))
        for display in meant where display.failure == nil {
            tested.insert(display.plan.kind)
            pace.after(sample.length) { [weak self] in self?.tested.remove(display.plan.kind) }
            sample.play(on: pace) { [weak outlet = display.outlet] in outlet?.show($0) }
        }
        exchange.done { news.write(to: &$0) }
    }

    private var handles: [DisplayHandle] {
        consoles.all.map { DisplayHandle(plan: $0.plan, outlet: $0.outlet) }
            + lcds.all.map { DisplayHandle(plan: $0.plan, outlet: $0.outlet) }
            + images.all.map { DisplayHandle(plan: $0.plan, outlet: $0.outlet) }
    }

    /// How each display is doing, as elements of an array.
    func writeStatus(to writer: inout JSONWriter) {
        for (plan, outlet) in consoles.all {
            write(plan, outlet, to: &writer) { writer in
                writer.member("device", plan.device)
                writer.member("redraws", outlet.redraws)
            }
        }
        for (plan, outlet) in lcds.all {
            write(plan, outlet, to: &writer) { writer in
                writer.member("server", plan.whereabouts)
                if let size = outlet.size {
                    writer.member("columns", size.width)
                    writer.member("rows", size.height)
                }
                writer.member("ignored_input", outlet.ignoredInput)
            }
        }
        for (plan, outlet) in images.all {
            write(plan, outlet, to: &writer) { writer in
                guard let size = outlet.size else { return }
                writer.member("width", size.width)
                writer.member("height", size.height)
            }
        }
    }

    private func write<Plan: DisplayPlan>(
        _ plan: Plan, _ outlet: Plan.Planned, to writer: inout JSONWriter,
        _ more: (inout JSONWriter) -> Void
    ) {
        outlet.status.write(named: plan.title, to: &writer) { writer in
            writer.member("display", plan.kind)
            more(&writer)
        }
    }

    /// A terminal that changes its size tells only the process whose terminal it is; the rest is seen
    /// with the next minute.
    private func watchSize() {
        guard !consoles.all.isEmpty, resizing == nil else { return }
        resizing = try? SignalWatcher([.resize]) { [weak self] _ in
            for (_, outlet) in self?.consoles.all ?? [] { outlet.ask() }
        }
    }
}
