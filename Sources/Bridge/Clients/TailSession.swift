import Control
import JSON
import Linux
import Outlets

/// Shows what a running bridge hears until a signal, the bridge or the reader ends it.
@LoopActor
final class TailSession {
    private struct Ending: Sendable {
        var status: ExitStatus
        var sentences: [String] = []
    }

    private let options: TailOptions
    private let finish: @LoopActor (Ending) -> Void
    private var client: ControlClient?
    private var outputs: Outputs?
    private var signals: SignalWatcher?
    /// Events that the bridge left out because this was too slow.
    private var lost = 0
    private var isEnding = false

    private init(_ options: TailOptions, finish: @escaping @LoopActor (Ending) -> Void) {
        self.options = options
        self.finish = finish
    }

    /// Watches on the calling thread until it is over.
    nonisolated static func run(_ options: TailOptions) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let session = TailSession(options, finish: finish)
            session.start()
            return session
        }
        for sentence in ending.sentences { Messages.say(sentence) }
        return ending.status
    }

    private func start() {
        let outputs = Outputs(showsSource: options.showsSource) { [weak self] in self?.take($0) }
        self.outputs = outputs
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(Ending(status: .signal(signal.rawValue)))
            }
        } catch {
            return end(Ending(status: .noResources, sentences: ["\(error)"]))
        }
        do throws(Outputs.Refusal) {
            try outputs.open([OutputTarget(format: options.format)])
        } catch {
            return end(Ending(status: .outputFailed, sentences: [error.sentence]))
        }
        let client = ControlClient(path: options.client.path) { [weak self] in self?.take($0) }
        self.client = client
        client.ask(options.request) { [weak self] result in
            switch result {
            case .success(let reply):
                if case .refused(let refusal) = reply.outcome {
                    self?.end(Ending(status: refusal.status, sentences: [refusal.sentence]))
                }
            case .failure(let failure): self?.end(failure)
            }
        }
    }

    private func take(_ news: ControlClient.News) {
        switch news {
        case .hello: break
        case .event(let value, _):
            if let count = value.number("count"), value.text("event") == "lost" { lost += count }
            // An event that cannot be read is of a later version.
            guard let event = try? EventReader.event(value) else { return }
            for (_, outlet) in outputs?.outlets ?? [] { outlet.show(event) }
        case .ended(let failure): end(failure)
        }
    }

    private func take(_ news: Outputs.News) {
        switch news {
        case .closed: end(Ending(status: .success))
        case .failed(let error):
            end(
                Ending(
                    status: .outputFailed,
                    sentences: ["standard output cannot be written: \(error)"]))
        case .advice(let sentence): Messages.say(sentence)
        }
    }

    private func end(_ failure: ControlFailure) {
        // That the bridge stops is no failure of this.
        let status = failure == .stopped ? ExitStatus.success : failure.status
        end(Ending(status: status, sentences: ["\(failure)"]))
    }

    private func end(_ ending: Ending) {
        guard !isEnding else { return }
        isEnding = true
        client?.stop()
        signals?.stop()
        let done: @LoopActor () -> Void = { [self] in
            var ending = ending
            ending.sentences += outputs?.sentences ?? []
            if lost > 0 {
                ending.sentences.append("the bridge was faster; events that were lost: \(lost)")
            }
            finish(ending)
        }
        guard let outputs else { return done() }
        outputs.finish(within: ending.status.isSignal ? .milliseconds(200) : nil, done)
    }
}
