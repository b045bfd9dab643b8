package import ANCS
package import Commands
import Features
package import Linux
import Notices
package import Outlets
package import Radio

/// A bridge with its outputs, running until a signal or its owner ends it.
@LoopActor
package final class ForegroundBridge {
    /// Exit status and messages of a run.
    package struct Ending: Sendable {
        let status: ExitStatus
        var sentences: [String] = []

        /// Creates an ending, with messages for the user if there are any.
        package init(status: ExitStatus, sentences: [String] = []) {
            self.status = status
            self.sentences = sentences
        }
    }

    /// Time limit for writes to standard error while the loop runs, and after a signal.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// The bridge; `start` starts it.
    package let bridge: Bridge
    /// Outputs of the configuration and the command line.
    package private(set) lazy var bridgeOutlets = BridgeOutlets(
        for: bridge, knowing: keeper, showsSource: showsSource,
        tell: { [weak self] in self?.advise($0) }, report: { [weak self] in self?.take($0) })
    /// Called when the radio has no further phones.
    package var radioFinished: @LoopActor () -> Void = {}
    /// Returns, before the bridge stops, the messages to print at the end.
    package var lastWords: @LoopActor (ExitStatus) -> [String] = { _ in [] }

    /// Called with the bridge before it starts; returns an ending if it cannot start.
    package var willStart: @LoopActor (Bridge) -> Ending? = { _ in nil }
    /// Called on SIGHUP for a reload; if nil, SIGHUP ends the bridge.
    ///
    /// The end of the terminal ends the bridge in any case.
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
    /// Outputs that other parts of the program added.
    private var others: [any Outlet] = []
    private var signals: SignalWatcher?
    private let terminal = ControllingTerminal()
    private var hasStarted = false
    /// Messages to print at the end; nil until the end has begun.
    private var words: [String]?

    /// - Parameters:
    ///   - name: the subject of messages about a failed start.
    ///   - outputs: outputs that must open before the bridge starts.
    ///   - showsSource: whether raw Notification Source values are also written.
    ///   - further: services of phones to use besides notifications.
    ///   - patience: time limit of outputs at the end; without it they take as long as their readers.
    ///   - keeper: provides the current state to outputs that are added later.
    ///   - finish: called once, when everything is over.
    package init(
        name: String, radio: any Radio, outputs: [OutputConfiguration], showsSource: Bool,
        configuration: Session.Configuration, further: [FurtherService] = FurtherService.allCases,
        pace: Pace,
        patience: Duration? = nil,
        keeper: CurrentState? = nil, finish: @escaping @LoopActor (Ending) -> Void
    ) {
        self.name = name
        self.outputs = outputs
        self.showsSource = showsSource
        self.keeper = keeper
        self.patience = patience
        self.finish = finish
        bridge = Bridge(
            radio: radio, outlets: [], configuration: configuration,
            further: FurtherFeatures(further),
            pace: pace)
        bridge.advise = { [weak self] in self?.advise($0) }
    }

    /// Runs a bridge on the calling thread until it ends.
    ///
    /// - Parameter make: creates and starts the bridge, and returns an object to keep alive; nil if there is none.
    package nonisolated static func run(
        _ make: @LoopActor (_ finish: @escaping @LoopActor (Ending) -> Void) -> AnyObject?
    ) -> ExitStatus {
        let ending = EventLoop.runHolding(make)
        // Signals have their default effect again, so a blocked write can be interrupted.
        for sentence in ending.sentences {
            Messages.say(sentence, within: ending.status.isSignal ? wordLimit : nil)
        }
        return ending.status
    }

    /// Starts signal handling, the outputs and the bridge.
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
        if let problem = bridgeOutlets.replace(outputs) {
            willEnd()
            return close(Ending(status: .outputFailed, sentences: [problem]))
        }
        if let ending = willStart(bridge) { return abandon(ending) }
        hasStarted = true
        bridge.start { [weak self] in self?.radioFinished() }
    }

    /// Adds an output, whose pending data is also written at the end.
    package func add(_ outlet: any Outlet) {
        others.append(outlet)
        bridge.add(outlet)
    }

    /// Prints a message to the user.
    package func advise(_ sentence: String) {
        Messages.say(Text(sentence).cleaned(), within: Self.wordLimit)
    }

    /// Ends once everything is written; a second call does not wait for that.
    package func end(_ status: ExitStatus) {
        guard words == nil else { return close(ending(with: status)) }
        words = lastWords(status)
        willEnd()
        stop { [self] in close(ending(with: status)) }
    }

    /// Disconnects the phones, while outputs write their pending data.
    private func stop(_ done: @escaping @LoopActor () -> Void) {
        let farewell = Farewell(within: patience, done)
        // All remaining events have been shown when this returns.
        farewell.wait { bridge.stop($0) }
        // A bridge that never started has nothing to write.
        if hasStarted { farewell.wait { bridgeOutlets.finish(within: patience, $0) } }
        for outlet in others { farewell.wait { outlet.finish(within: patience, $0) } }
        farewell.begin()
    }

    private func take(_ report: StandardOutputOutlet.Report) {
        losses.take(report)
        let isAlone = bridgeOutlets.isStandardOutputAlone
        switch report {
        case .dropped, .gaveUp: break
        case .closed where isAlone: abandon(Ending(status: .success))
        case .failed(let error) where isAlone:
            let sentence = "standard output cannot be written: \(error)"
            abandon(Ending(status: .outputFailed, sentences: [sentence]))
        case .closed:
            advise(
                "the reader of standard output has closed it; the other outputs continue")
        case .failed(let error):
            advise("standard output cannot be written, the other outputs continue: \(error)")
        }
    }

    private func ending(with status: ExitStatus) -> Ending {
        var ending = Ending(status: status)
        ending.sentences += losses.sentences + (words ?? [])
        return ending
    }

    /// Ends with exactly this status and these messages, for example if standard output is closed.
    ///
    /// `lastWords` and messages about lost output are omitted; other outputs still write their pending data.
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
