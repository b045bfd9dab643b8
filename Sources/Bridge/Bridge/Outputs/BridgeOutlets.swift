import Configuration
package import Contract
package import Control
package import Linux
import Notices
package import Outlets

/// The outlets of a bridge, as many as its configuration has at the moment.
@LoopActor
package final class BridgeOutlets {
    /// An outlet, and what it was made of.
    private struct Member {
        let plan: any OutletConfiguration
        let outlet: any Outlet
        /// What it needs, as that was when it was wanted.
        let place: FilePlace?
        /// Whether what it needs is still another outlet's.
        var isWaiting = true
    }

    private unowned let bridge: Bridge
    private let surroundings: OutletSurroundings
    /// Knows what holds when an outlet comes.
    private let keeper: CurrentState?
    private var members: [Member] = []
    /// Outlets that are no longer wanted and still have something to pass on.
    private var leaving: [Member] = []
    private var allHaveLeft: @LoopActor () -> Void = {}
    /// The outlets that show samples, by their sections.
    private var tested: Set<String> = []
    private var resizing: SignalWatcher?
    private var isOver = false

    /// A rack without outlets; `replace` gives it some.
    ///
    /// - Parameters:
    ///   - tell: takes what a person should know, in a sentence without content.
    ///   - report: takes what becomes of standard output.
    init(
        for bridge: Bridge, knowing keeper: CurrentState?, showsSource: Bool,
        tell: @escaping @LoopActor (String) -> Void,
        report: @escaping @LoopActor (StandardOutputOutlet.Report) -> Void
    ) {
        self.bridge = bridge
        self.keeper = keeper
        surroundings = OutletSurroundings(
            pace: Pace(), showsSource: showsSource, tell: tell,
            act: { [weak bridge] act, notice, done in
                bridge?.perform(act, on: notice) { done(DeviceActResult($0)) }
            }, report: report)
    }

    /// Shows notices on these from now on, and on no others; or returns why one of them cannot be used,
    /// and then all is as before.
    package func replace(_ plans: [any OutletConfiguration]) -> String? {
        let old = members
        do throws(OutletRefusal) {
            var new: [Member] = []
            for plan in plans {
                if let kept = old.first(where: { $0.plan.isSame(as: plan) }) {
                    new.append(kept)
                } else {
                    let outlet = try plan.make(in: surroundings)
                    new.append(Member(plan: plan, outlet: outlet, place: plan.place))
                }
            }
            members = new
        } catch {
            return error.sentence
        }
        for member in members where !old.contains(where: { $0.outlet === member.outlet }) {
            // Lines are of what happens, not of what holds.
            if let keeper, member.plan.family != .output {
                member.outlet.join(keeper.all(at: .now), at: .now)
            }
            bridge.add(member.outlet)
        }
        let gone = old.filter { member in !members.contains { $0.outlet === member.outlet } }
        // All of them first: one that has nothing to say lets go at once.
        leaving += gone
        for member in gone { letGo(of: member) }
        openWhatIsFree()
        watchSize()
        return nil
    }

    /// Lets an outlet pass on what it still has, for some time and beside everything else; another outlet that
    /// needs its place has that then.
    private func letGo(of member: Member) {
        bridge.remove(member.outlet)
        let limit: Duration = member.plan.family == .output ? .seconds(30) : .seconds(2)
        member.outlet.finish(within: limit) { [weak self] in
            guard let self else { return }
            let successor = members.first { $0.plan.header == member.plan.header && $0.isWaiting }
            successor?.outlet.succeed(member.outlet)
            leaving.removeAll { $0.outlet === member.outlet }
            openWhatIsFree()
            if leaving.isEmpty { allHaveLeft() }
        }
    }

    private func openWhatIsFree() {
        guard !isOver else { return }
        for index in members.indices where members[index].isWaiting {
            let place = members[index].place
            if place != nil, leaving.contains(where: { $0.place == place }) { continue }
            members[index].isWaiting = false
            members[index].outlet.open()
        }
    }

    /// A terminal that changes its size tells only the process whose terminal it is; the rest is seen
    /// with the next minute.
    private func watchSize() {
        guard resizing == nil, members.contains(where: { $0.plan.family != .output }) else {
            return
        }
        resizing = try? SignalWatcher([.resize]) { [weak self] _ in
            for member in self?.members ?? [] { member.outlet.sizeMayHaveChanged() }
        }
    }

    /// Reopens files, which may have been moved away.
    package func reopen() {
        for member in members { member.outlet.reopen() }
    }

    /// Opens nothing more, has all outlets pass on what they still have, and then calls `done` once.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isOver = true
        resizing?.stop()
        resizing = nil
        let farewell = Farewell(within: limit, done)
        for member in members { farewell.wait { member.outlet.finish(within: limit, $0) } }
        if !leaving.isEmpty { farewell.wait { allHaveLeft = $0 } }
        farewell.begin()
    }

    /// Whether standard output is the only output, so that nothing is left to do without it.
    var isStandardOutputAlone: Bool {
        let outputs = members.filter { $0.plan.family == .output }
        return outputs.count == 1 && outputs[0].outlet is StandardOutputOutlet
    }

    /// How many of the outlets can show a text: a lamp cannot.
    package var textOutletCount: Int {
        members.count { [.port, .display].contains($0.plan.family) }
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
        var plans = OutletConfigurations()
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
        exchange.done(OutletTestReport(length: sample.length, outlets).answer(to: choice))
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
