package import Bridge
package import Contract
package import Control
import JSON
package import Linux
import Notices
package import OutletKinds
package import Outlets

/// The outlets of a bridge, as many as its configuration has at the moment.
@LoopActor
package final class OutletRack {
    /// How long an outlet that is no longer wanted may take for what it still has.
    private static let leavingLimit: Duration = .seconds(2)

    /// An outlet, and what it was made of.
    private struct Member {
        let plan: any OutletPlan
        let outlet: any Outlet
        /// What it needs, as that was when it was wanted.
        let place: FilePlace?
        /// Whether what it needs is still another outlet's.
        var isWaiting = true
    }

    private unowned let foreground: ForegroundBridge
    private let surroundings: OutletSurroundings
    /// Knows what holds when an outlet comes.
    private let keeper: DayKeeper
    private var members: [Member] = []
    /// What outlets that are no longer wanted still hold.
    private var leaving: [FilePlace] = []
    /// The outlets that show samples, by their sections.
    private var tested: Set<String> = []
    private var resizing: SignalWatcher?
    private var isOver = false

    /// A rack without outlets; `replace` gives it some.
    package init(for bridge: Bridge, in foreground: ForegroundBridge, knowing keeper: DayKeeper) {
        self.foreground = foreground
        self.keeper = keeper
        surroundings = OutletSurroundings(
            pace: Pace(),
            tell: { [weak foreground] in foreground?.advise($0) },
            act: { [weak bridge] act, notice, done in
                bridge?.perform(act, on: notice) { done(DeviceActResult($0)) }
            })
    }

    /// Shows notices on these from now on, and on no others.
    package func replace(_ plans: OutletPlans) {
        let old = members
        members = plans.all.map { plan in
            old.first { $0.plan.isSame(as: plan) } ?? add(plan)
        }
        let gone = old.filter { member in !plans.all.contains { $0.isSame(as: member.plan) } }
        // All of them first: one that has nothing to say lets go at once.
        leaving += gone.compactMap(\.place)
        for member in gone { letGo(of: member) }
        openWhatIsFree()
        watchSize()
    }

    /// Opens nothing more.
    package func end() {
        isOver = true
        resizing?.stop()
        resizing = nil
    }

    private func add(_ plan: any OutletPlan) -> Member {
        let outlet: any Outlet = plan.make(in: surroundings)
        outlet.join(keeper.all(at: .now), at: .now)
        foreground.add(outlet)
        return Member(plan: plan, outlet: outlet, place: plan.place)
    }

    /// Lets an outlet pass on what it still has; whoever wants what it needs has that then.
    private func letGo(of member: Member) {
        foreground.remove(member.outlet, within: Self.leavingLimit) { [weak self] in
            guard let self else { return }
            let successor = members.first { $0.plan.header == member.plan.header && $0.isWaiting }
            successor?.outlet.succeed(member.outlet)
            if let place = member.place, let index = leaving.firstIndex(of: place) {
                leaving.remove(at: index)
            }
            openWhatIsFree()
        }
    }

    private func openWhatIsFree() {
        guard !isOver else { return }
        for index in members.indices where members[index].isWaiting {
            if let place = members[index].place, leaving.contains(place) { continue }
            members[index].isWaiting = false
            members[index].outlet.open()
        }
    }

    /// A terminal that changes its size tells only the process whose terminal it is; the rest is seen
    /// with the next minute.
    private func watchSize() {
        guard !members.isEmpty, resizing == nil else { return }
        resizing = try? SignalWatcher([.resize]) { [weak self] _ in
            for member in self?.members ?? [] { member.outlet.sizeMayHaveChanged() }
        }
    }

    /// How many of the outlets can show a text: a lamp cannot.
    package var textOutletCount: Int {
        members.count { $0.plan.family != .lamp }
    }

    /// Takes requests for samples.
    package func register(with router: ControlRouter) {
        router.hold { [weak self] (request: TestPortRequest, exchange) in
            self?.test(.port(request.port), exchange)
        }
        router.hold { [weak self] (request: TestDisplaysRequest, exchange) in
            self?.test(.displays(request.display), exchange)
        }
        router.hold { [weak self] (request: TestOutletRequest, exchange) in
            self?.test(.named(request.outlet), exchange)
        }
    }

    /// Shows a sample on the outlets that somebody means.
    private func test(_ choice: OutletChoice, _ exchange: ControlExchange) {
        var plans = OutletPlans()
        plans.all = members.map(\.plan)
        let meant: [Member]
        do throws(OutletAbsence) {
            let headers = try plans.meant(by: choice).map(\.header)
            meant = members.filter { headers.contains($0.plan.header) }
        } catch {
            return exchange.refuse(ControlRefusal(.notFound, error.sentence))
        }
        if let busy = meant.first(where: { tested.contains($0.plan.header) }) {
            return exchange.refuse(ControlRefusal(.busy, "\(busy.plan.header) is being tested"))
        }
        let outlets = meant.map { TestedOutlet($0.plan, $0.outlet) }
        if case .port = choice, let refusal = outlets.first?.refusal {
            return exchange.refuse(ControlRefusal(.failed, refusal))
        }
        let sample = NoticeSample.fit(for: meant.map(\.plan), at: .now)
        for (member, outlet) in zip(meant, outlets) where outlet.reason == nil {
            let header = member.plan.header
            tested.insert(header)
            surroundings.pace.after(sample.length) { [weak self] in self?.tested.remove(header) }
            sample.play(on: surroundings.pace) { [weak outlet = member.outlet] in outlet?.show($0) }
        }
        exchange.done(OutletTestNews(length: sample.length, outlets).answer(to: choice))
    }

    /// How each of them is.
    package var statuses: [StatusOutlet] {
        members.map { $0.plan.status(ofMade: $0.outlet) }
    }
}

extension DeviceActResult {
    /// What a device is told.
    init(_ result: ActResult) {
        if case .performed(let notice) = result {
            self = .performed(notice)
        } else {
            self = .refused(result.refusal.sentence)
        }
    }
}
