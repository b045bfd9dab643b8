import Configuration
package import Control
package import Linux
import Notices
package import Outlets

/// The outputs of a bridge, as its configuration defines them.
@LoopActor
package final class BridgeOutlets {
    /// An output and its configuration.
    private struct Member {
        let plan: any OutletConfiguration
        let outlet: any Outlet
        /// The place that the output needs, resolved when it was created.
        let place: FilePlace?
        /// Whether it still waits for another output to release its place.
        var isWaiting = true
    }

    private unowned let bridge: Bridge
    private let surroundings: OutletSurroundings
    /// Provides the current state to outputs that are added later.
    private let keeper: CurrentState?
    private var members: [Member] = []
    /// Removed outputs that still have data to write.
    private var leaving: [Member] = []
    private var allHaveLeft: @LoopActor () -> Void = {}
    /// Headers of the outputs that show samples.
    private var tested: Set<String> = []
    private var resizing: SignalWatcher?
    private var isOver = false

    /// Creates an empty set of outputs; `replace` adds some.
    ///
    /// - Parameters:
    ///   - tell: reports a message to the user; it holds no content of notifications.
    ///   - report: receives the state of standard output.
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
                bridge?.perform(act, on: notice) { done(DeviceResult($0)) }
            },
            control: { [weak bridge] command, done in
                bridge?.perform(command, on: nil) { done(DeviceResult($0)) }
            }, report: report)
    }

    /// Replaces all outputs; returns why one of them cannot be used, in which case nothing changes.
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
            // Outputs of lines receive events only, not the current state.
            if let keeper, member.plan.family != .output {
                member.outlet.join(keeper.all(at: .now), at: .now)
            }
            bridge.add(member.outlet)
        }
        let gone = old.filter { member in !members.contains { $0.outlet === member.outlet } }
        // Before the first `letGo`: an output without pending data finishes, and leaves the list, at once.
        leaving += gone
        for member in gone { letGo(of: member) }
        openWhatIsFree()
        watchSize()
        return nil
    }

    /// Lets a removed output write its pending data for a limited time.
    ///
    /// An output that needs the same place opens after that.
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

    /// Watches for changes of the terminal size.
    ///
    /// Only the process whose terminal it is receives the signal; other sizes are checked once a minute.
    private func watchSize() {
        guard resizing == nil, members.contains(where: { $0.plan.family != .output }) else {
            return
        }
        resizing = try? SignalWatcher([.resize]) { [weak self] _ in
            for member in self?.members ?? [] { member.outlet.sizeMayHaveChanged() }
        }
    }

    /// Reopens files, which may have been renamed, as by log rotation.
    package func reopen() {
        for member in members { member.outlet.reopen() }
    }

    /// Opens no further outputs, lets all write their pending data, and then calls `done` once.
    ///
    /// - Parameter limit: time limit for pending data; nil to wait as long as the readers take.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isOver = true
        resizing?.stop()
        resizing = nil
        let farewell = Farewell(within: limit, done)
        for member in members { farewell.wait { member.outlet.finish(within: limit, $0) } }
        if !leaving.isEmpty { farewell.wait { allHaveLeft = $0 } }
        farewell.begin()
    }

    /// Whether standard output is the only output, so that the program can end without it.
    var isStandardOutputAlone: Bool {
        let outputs = members.filter { $0.plan.family == .output }
        return outputs.count == 1 && outputs[0].outlet is StandardOutputOutlet
    }

    /// Number of outputs that can show text; LEDs cannot.
    package var textOutletCount: Int {
        members.count { [.port, .display].contains($0.plan.family) }
    }

    /// Registers the handlers of test requests.
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

    /// Shows a sample on the chosen outputs.
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

    /// Status of each output.
    package var statuses: [StatusOutlet] {
        members.map { $0.plan.status(ofMade: $0.outlet) }
    }
}

extension DeviceResult<Notice> {
    /// The result as it is reported to a device.
    init(_ result: ActResult) {
        if case .performed(let notice) = result {
            self = .performed(notice)
        } else {
            self = .refused(result.refusal.sentence)
        }
    }
}

extension DeviceResult<PhoneName> {
    /// The result as it is reported to a device.
    init(_ result: MediaResult) {
        if case .performed(let phone) = result {
            self = .performed(phone)
        } else {
            self = .refused(result.refusal.sentence)
        }
    }
}
