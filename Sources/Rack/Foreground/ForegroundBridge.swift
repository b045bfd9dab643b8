package import ANCS
package import Bridge
package import Commands
package import Configuration
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
        package init(
            status: ExitStatus, sentences: [String] = []
        ) {
            self.status = status
            self.sentences = sentences
        }
    }

    /// What it is made of.
    package struct Parts {
        /// What cannot start, as a sentence about it begins.
        var name: String
        var radio: any Radio
        /// Where notices go.
        var outputs: [OutputTarget]
        /// Whether raw Notification Source values are written as well.
        var showsSource: Bool
        var configuration = Session.Configuration()
        var pace: Pace
        /// How long outputs may take in the end; nil for as long as their readers do.
        var patience: Duration?

        /// The parts; in the end outputs may take as long as their readers, unless something else
        /// is said.
        package init(
            name: String, radio: any Radio, outputs: [OutputTarget], showsSource: Bool,
            configuration: Session.Configuration = Session.Configuration(), pace: Pace,
            patience: Duration? = nil
        ) {
            self.name = name
            self.radio = radio
            self.outputs = outputs
            self.showsSource = showsSource
            self.configuration = configuration
            self.pace = pace
            self.patience = patience
        }
    }

    /// How long standard error may take for what is said while the loop runs, and after a signal.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// How long an output that is no longer wanted may take for what it still has.
    private nonisolated static let leavingLimit: Duration = .seconds(30)

    /// Nil until it has started.
    package private(set) var bridge: Bridge?
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

    private let parts: Parts
    private let finish: @LoopActor (Ending) -> Void
    /// Where notices are written; nil before it has started.
    package private(set) var outputs: Outputs?
    /// Outlets besides the outputs.
    private var others: [any Outlet] = []
    /// Outputs that are no longer wanted and still have something to pass on.
    private var leaving: [any Outlet] = []
    private var waitingForLeaving: [@LoopActor () -> Void] = []
    private var signals: SignalWatcher?
    private let terminal = ControllingTerminal()
    /// What is told in the end, once the end has begun.
    private var words: [String]?

    /// - Parameter finish: called once, when everything is over.
    package init(_ parts: Parts, finish: @escaping @LoopActor (Ending) -> Void) {
        self.parts = parts
        self.finish = finish
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
            let sentence = "\(parts.name) cannot start: \(error)"
            return close(Ending(status: .noResources, sentences: [sentence]))
        }
        let outputs = Outputs(showsSource: parts.showsSource) { [weak self] in self?.take($0) }
        self.outputs = outputs
        do throws(Outputs.Refusal) {
            try outputs.open(parts.outputs)
        } catch {
            return abandon(Ending(status: .outputFailed, sentences: [error.sentence]))
        }
        let bridge = Bridge(
            radio: parts.radio, outlets: outputs.outlets.map(\.outlet),
            configuration: parts.configuration, pace: parts.pace)
        self.bridge = bridge
        bridge.advise = { [weak self] in self?.advise($0) }
        if let ending = willStart(bridge) { return abandon(ending) }
        bridge.start { [weak self] in self?.radioFinished() }
    }

    /// Shows from now on to one more outlet, and waits for it in the end.
    package func add(_ outlet: any Outlet) {
        others.append(outlet)
        bridge?.add(outlet)
    }

    /// Shows nothing more to an outlet that was added, and lets it pass on what it still has.
    func remove(
        _ outlet: any Outlet, within limit: Duration, _ done: @escaping @LoopActor () -> Void
    ) {
        others.removeAll { $0 === outlet }
        bridge?.remove(outlet)
        letGo(of: outlet, within: limit, done)
    }

    /// Writes to these outputs from now on; returns why that cannot be, and then all is as before.
    package func replaceOutputs(_ targets: [OutputTarget]) -> String? {
        guard let outputs, let bridge else { return nil }
        let before = outputs.outlets.map(\.outlet)
        do throws(Outputs.Refusal) {
            for outlet in try outputs.replace(targets) {
                bridge.remove(outlet)
                letGo(of: outlet)
            }
        } catch {
            return error.sentence
        }
        for (_, outlet) in outputs.outlets where !before.contains(where: { $0 === outlet }) {
            bridge.add(outlet)
        }
        return nil
    }

    /// Lets an outlet pass on what it still has, for some time and beside everything else.
    private func letGo(
        of outlet: any Outlet, within limit: Duration = leavingLimit,
        _ done: @escaping @LoopActor () -> Void = {}
    ) {
        leaving.append(outlet)
        outlet.finish(within: limit) { [weak self] in
            done()
            guard let self else { return }
            leaving.removeAll { $0 === outlet }
            guard leaving.isEmpty else { return }
            let waiting = waitingForLeaving
            waitingForLeaving = []
            for done in waiting { done() }
        }
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
        stop(finishing: (outputs?.outlets.map { $0.outlet } ?? []) + others) { [self] in
            close(ending(with: status))
        }
    }

    /// Lets go of the phones, and meanwhile has outlets pass on what they still have.
    private func stop(finishing outlets: [any Outlet], _ done: @escaping @LoopActor () -> Void) {
        guard let bridge else { return done() }
        let farewell = Farewell(within: parts.patience, done)
        // All that there is to show has been shown when this returns.
        farewell.wait { bridge.stop($0) }
        for outlet in outlets {
            farewell.wait { outlet.finish(within: self.parts.patience, $0) }
        }
        if !leaving.isEmpty { farewell.wait { self.waitingForLeaving.append($0) } }
        farewell.begin()
    }

    private func take(_ news: Outputs.News) {
        let isAlone = outputs?.isStandardOutputAlone ?? true
        switch news {
        case .closed where isAlone: abandon(Ending(status: .success))
        case .failed(let error) where isAlone: failToWrite(error)
        case .closed: advise("nobody reads standard output any more; the other outputs go on")
        case .failed(let error):
            advise("standard output cannot be written, the other outputs go on: \(error)")
        case .advice(let sentence): advise(sentence)
        }
    }

    private func failToWrite(_ error: Errno) {
        let sentence = "standard output cannot be written: \(error)"
        abandon(Ending(status: .outputFailed, sentences: [sentence]))
    }

    private func ending(with status: ExitStatus) -> Ending {
        var ending = Ending(status: status)
        ending.sentences += (outputs?.sentences ?? []) + (words ?? [])
        return ending
    }

    /// Ends when there is nobody to write to.
    private func abandon(_ ending: Ending) {
        let isFirst = words == nil
        words = words ?? []
        if isFirst { willEnd() }
        stop(finishing: others) { [self] in close(ending) }
    }

    private func close(_ ending: Ending) {
        signals?.stop()
        signals = nil
        finish(ending)
    }
}
