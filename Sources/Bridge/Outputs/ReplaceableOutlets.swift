import Linux
import Outlets

/// What an outlet is to be made of: a section of the configuration that may change.
protocol OutletPlan: Hashable, Sendable {
    associatedtype Planned: OpenableOutlet

    /// What outlet takes over from what other.
    var name: String { get }
    /// What nobody else can use at the same time; nil where there is no such thing.
    var place: FilePlace? { get }
}

/// Outlets of one kind, as many as the configuration has at the moment.
@LoopActor
final class ReplaceableOutlets<Plan: OutletPlan> {
    /// How long an outlet that is no longer wanted may take for what it still has.
    private let leavingLimit: Duration

    private struct Member {
        let plan: Plan
        let outlet: Plan.Planned
        /// What it needs, as that was when it was wanted.
        let place: FilePlace?
        /// Whether what it needs is still another outlet's.
        var isWaiting = true

        init(plan: Plan, outlet: Plan.Planned) {
            self.plan = plan
            self.outlet = outlet
            place = plan.place
        }
    }

    private unowned let foreground: ForegroundBridge
    private let make: @LoopActor (Plan) -> Plan.Planned
    /// Takes an outlet that is no longer shown anything, and the one that comes in its place.
    private let handOver: @LoopActor (_ from: Plan.Planned, _ to: Plan.Planned) -> Void
    private var members: [Member] = []
    /// What outlets that are no longer wanted still hold.
    private var leaving: [FilePlace] = []
    private var isOver = false

    init(
        in foreground: ForegroundBridge, leavingLimit: Duration = .seconds(2),
        make: @escaping @LoopActor (Plan) -> Plan.Planned,
        handOver: @escaping @LoopActor (Plan.Planned, Plan.Planned) -> Void = { _, _ in }
    ) {
        self.foreground = foreground
        self.leavingLimit = leavingLimit
        self.make = make
        self.handOver = handOver
    }

    /// All there are, in the order of the configuration.
    var all: [(plan: Plan, outlet: Plan.Planned)] {
        members.map { ($0.plan, $0.outlet) }
    }

    /// Shows notices on these from now on, and on no others.
    func replace(_ plans: [Plan]) {
        let old = members
        members = plans.map { plan in
            old.first { $0.plan == plan } ?? Member(plan: plan, outlet: add(plan))
        }
        let gone = old.filter { !plans.contains($0.plan) }
        // All of them first: one that has nothing to say lets go at once.
        leaving += gone.compactMap(\.place)
        for member in gone { letGo(of: member) }
        openWhatIsFree()
    }

    /// Opens nothing more.
    func end() {
        isOver = true
    }

    private func add(_ plan: Plan) -> Plan.Planned {
        let outlet = make(plan)
        foreground.add(outlet)
        return outlet
    }

    /// Lets an outlet pass on what it still has; whoever wants what it needs has that then.
    private func letGo(of member: Member) {
        foreground.remove(member.outlet, within: leavingLimit) { [weak self] in
            guard let self else { return }
            let successor = members.first { $0.plan.name == member.plan.name && $0.isWaiting }
            if let successor { handOver(member.outlet, successor.outlet) }
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
}
