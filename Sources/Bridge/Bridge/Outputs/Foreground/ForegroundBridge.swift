package import ANCS
package import Commands
package import Linux
import Notices
package import Outlets
package import Radio

/// A bridge with its outputs, until a signal or its owner ends it.
@LoopActor
package final class ForegroundBridge {
    /// How it ended, and what a person has to know about that.
    package struct Ending: Sendable {
        let status: ExitStatus
        var sentences: [String] = []

        /// How it ended; a person has to know nothing where there are no sentences.
        package init(status: ExitStatus, sentences: [String] = []) {
            self.status = status
            self.sentences = sentences
        }
    }

    /// How long standard error may take for what is said while the loop runs, and after a signal.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// The bridge, which begins with `start`.
    package let bridge: Bridge
    /// The outlets of the configuration and the command line.
    package private(set) lazy var rack = BridgeOutlets(
        for: bridge, knowing: keeper, showsSource: showsSource,
        tell: { [weak self] in self?.advise($0) }, report: { [weak self] in self?.take($0) })
    /// Called when the radio has no more phones to offer.
    package var radioFinished: @LoopActor () -> Void = {}
    /// Says, before the bridge stops, what is to be told in the end.
    package var lastWords: @LoopActor (ExitStatus) -> [String] = { _ in [] }

    /// Called with the bridge before it begins; returns why that cannot be.
    package var willStart: @LoopActor (Bridge) -> Ending? = { _ in nil }
    /// Called when a reload is asked for by SIGHUP; without it, that ends the bridge, as the terminal's
    /// end does in any case.
    package var hungUp: (@LoopActor () -> Void)?
    /// Called once when the bridge begins to stop.
    package var willEnd: @LoopActor () -> Void = {}

    private let name: String
    private let outputs: [OutputConfiguration]
    private let showsSource: Bool
    private let keeper: CurrentState?
    private let patience: Duration?
    private let finish: @LoopActor (Ending) -> Void
    private var losses = StandardOutputLosses()
    /// Outlets besides those.
    private var others: [any Outlet] = []
    private var signals: SignalWatcher?
    private let terminal = ControllingTerminal()
    private var hasStarted = false
    /// What is told in the end, once the end has begun.
    private var words: [String]?

    /// - Parameters:
    ///   - name: what cannot start, as a sentence about it begins.
    ///   - outputs: those without which it does not begin.
    ///   - showsSource: whether raw Notification Source values are written as well.
    ///   - patience: how long outlets may take in the end; as long as their readers do by default.
    ///   - keeper: knows what holds, for outlets that come later.
    ///   - finish: called once, when everything is over.
    package init(
        name: String, radio: any Radio, outputs: [OutputConfiguration], showsSource: Bool,
        configuration: Session.Configuration, pace: Pace, patience: Duration? = nil,
        keeper: CurrentState? = nil, finish: @escaping @LoopActor (Ending) -> Void
    ) {
        self.name = name
        self.outputs = outputs
        self.showsSource = showsSource
        self.keeper = keeper
        self.patience = patience
        self.finish = finish
        bridge = Bridge(radio: radio, outlets: [], configuration: configuration, pace: pace)
        bridge.advise = { [weak self] in self?.advise($0) }
    }

    /// Runs one on the calling thread until it is over.
    ///
    /// - Parameter make: makes and starts it, and returns what must live as long.
    package nonisolated static func run(
        _ make: @LoopActor (_ finish: @escaping @LoopActor (Ending) -> Void) -> AnyObject?
    ) -> ExitStatus {
        let ending = EventLoop.runHolding(make)
        // Signals have their usual effect again, so that nobody has to wait until this is heard.
        for sentence in ending.sentences {
            Messages.say(sentence, within: ending.status.isSignal ? wordLimit : nil)
        }
        return ending.status
    }

    /// Begins.
    package func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                guard let self else { return }
                if signal == .hangUp, let hungUp, !terminal.isGone(toldBy: signals?.sender) {
                    return hungUp()
                }
                end(.signal(signal.rawValue))
            }
        } catch {
            let sentence = "\(name) cannot start: \(error)"
            return close(Ending(status: .noResources, sentences: [sentence]))
        }
        if let problem = rack.replace(outputs) {
            willEnd()
            return close(Ending(status: .outputFailed, sentences: [problem]))
        }
        if let ending = willStart(bridge) { return abandon(ending) }
        hasStarted = true
        bridge.start { [weak self] in self?.radioFinished() }
    }

    /// Shows from now on to one more outlet, and waits for it in the end.
    package func add(_ outlet: any Outlet) {
        others.append(outlet)
        bridge.add(outlet)
    }

    /// Says something that a person should know.
    package func advise(_ sentence: String) {
        Messages.say(Text(sentence).cleaned(), within: Self.wordLimit)
    }

    /// Ends once everything is written; whoever asks a second time does not wait for that.
    package func end(_ status: ExitStatus) {
        guard words == nil else { return close(ending(with: status)) }
        words = lastWords(status)
        willEnd()
        stop { [self] in close(ending(with: status)) }
    }

    /// Lets go of the phones, and meanwhile has outlets pass on what they still have.
    private func stop(_ done: @escaping @LoopActor () -> Void) {
        let farewell = Farewell(within: patience, done)
        // All that there is to show has been shown when this returns.
        farewell.wait { bridge.stop($0) }
        // Of a bridge that never began nothing is written.
        if hasStarted { farewell.wait { rack.finish(within: patience, $0) } }
        for outlet in others { farewell.wait { outlet.finish(within: patience, $0) } }
        farewell.begin()
    }

    private func take(_ report: StandardOutputOutlet.Report) {
        losses.take(report)
        let isAlone = rack.isStandardOutputAlone
        switch report {
        case .dropped, .gaveUp: break
        case .closed where isAlone: abandon(Ending(status: .success))
        case .failed(let error) where isAlone:
            let sentence = "standard output cannot be written: \(error)"
            abandon(Ending(status: .outputFailed, sentences: [sentence]))
        case .closed: advise("nobody reads standard output any more; the other outputs go on")
        case .failed(let error):
            advise("standard output cannot be written, the other outputs go on: \(error)")
        }
    }

    private func ending(with status: ExitStatus) -> Ending {
        var ending = Ending(status: status)
        ending.sentences += losses.sentences + (words ?? [])
        return ending
    }

    /// Ends when there is nobody to write to.
    private func abandon(_ ending: Ending) {
        let isFirst = words == nil
        words = words ?? []
        if isFirst { willEnd() }
        stop { [self] in close(ending) }
    }

    private func close(_ ending: Ending) {
        signals?.stop()
        signals = nil
        finish(ending)
    }
}
