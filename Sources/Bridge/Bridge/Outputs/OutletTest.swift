package import Commands
import Control
package import Linux
import Notices
package import Outlets

/// Test of outputs that are opened for this purpose only.
@LoopActor
package final class OutletTest {
    /// Exit status and messages of a test.
    package struct Ending: Sendable {
        package var status: ExitStatus = .success
        /// Messages for the user.
        package var sentences: [String] = []
    }

    /// Time limit for opening outputs; boards behind serial ports may need a minute to start.
    private nonisolated static let arrival: Duration = .seconds(10)
    private nonisolated static let arrivalOfPorts: Duration = .seconds(70)
    /// Interval of checks whether all outputs are open.
    private nonisolated static let look: Duration = .milliseconds(50)
    /// Time limit for pending data at the end; slow ports may have much of it.
    private nonisolated static let patience: Duration = .seconds(2)
    private nonisolated static let patienceWithPorts: Duration = .seconds(60)
    /// Time limit for pending data after a signal.
    private nonisolated static let haste: Duration = .seconds(1)

    private let plans: [any OutletConfiguration]
    private let sample: NoticeSample
    private let begun: @LoopActor (OutletTestReport) -> Void
    private let finish: @LoopActor (Ending) -> Void
    private let pace = Pace()
    private var outlets: [any Outlet] = []
    private var signals: SignalWatcher?
    private var hasBegun = false
    private var isOver = false
    private var ending = Ending()

    /// - Parameters:
    ///   - begun: called once with the state of each output.
    ///   - finish: called once, when everything is over.
    package init(
        _ plans: [any OutletConfiguration], begun: @escaping @LoopActor (OutletTestReport) -> Void,
        finish: @escaping @LoopActor (Ending) -> Void
    ) {
        self.plans = plans
        self.begun = begun
        self.finish = finish
        sample = NoticeSample.fit(for: plans, at: .now)
    }

    /// Opens the outputs, and shows the sample once each of them is open or has failed.
    package func start() {
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
            guard let self else { return }
            ending.status = .signal(signal.rawValue)
            takeBack()
            end(within: Self.haste)
        }
        let surroundings = OutletSurroundings(
            pace: pace, tell: { [weak self] in self?.hear($0) },
            act: { _, _, done in done(.refused("this is a test")) },
            control: { _, done in done(.refused("this is a test")) })
        do throws(OutletRefusal) {
            for plan in plans { outlets.append(try plan.make(in: surroundings)) }
        } catch {
            ending = Ending(status: .outputFailed, sentences: [error.sentence])
            return close()
        }
        for outlet in outlets { outlet.open() }
        waitForArrival(until: pace.now + (hasPorts ? Self.arrivalOfPorts : Self.arrival))
    }

    private var hasPorts: Bool { plans.contains { $0.family == .port } }

    private func waitForArrival(until deadline: Duration) {
        guard !isOver else { return }
        let areDecided = outlets.allSatisfy { $0.isOpen || $0.status.failure != nil }
        if areDecided || pace.now >= deadline { return begin() }
        pace.after(Self.look) { [weak self] in self?.waitForArrival(until: deadline) }
    }

    private func begin() {
        hasBegun = true
        let news = OutletTestReport(
            length: sample.length, zip(plans, outlets).map { TestedOutlet($0, $1) })
        ending.sentences += news.sentences
        if !news.isWhole { ending.status = .failure }
        begun(news)
        guard news.outlets.contains(where: { $0.reason == nil }) else { return end(within: .zero) }
        sample.play(on: pace) { [weak self] event in
            for outlet in self?.outlets ?? [] { outlet.show(event) }
        }
        pace.after(sample.length) { [weak self] in
            guard let self else { return }
            end(within: hasPorts ? Self.patienceWithPorts : Self.patience)
        }
    }

    /// Handles a message that a bridge would print; a failure is not retried here.
    private func hear(_ sentence: String) {
        // Outputs that failed to open are reported together by `begin`.
        guard hasBegun, !isOver else { return }
        ending.status = .failure
        let failures = zip(plans, outlets).compactMap { plan, outlet in
            outlet.status.failure.map { "\(plan.title) cannot be used: \($0)" }
        }
        guard failures.count == outlets.count else {
            ending.sentences.append(sentence)
            return
        }
        ending.sentences = failures
        close()
    }

    /// Sends the final events of the sample at once.
    private func takeBack() {
        guard hasBegun else { return }
        for (time, event) in sample.events where time == sample.length {
            for outlet in outlets { outlet.show(event) }
        }
    }

    private func end(within limit: Duration) {
        let farewell = Farewell(within: limit) { [self] in close() }
        for outlet in outlets {
            farewell.wait { outlet.finish(within: limit, $0) }
        }
        farewell.begin()
    }

    private func close() {
        guard !isOver else { return }
        isOver = true
        signals?.stop()
        finish(ending)
    }
}
