import Commands
import Configuration
import Contract
import Control
import Following
import Formats
import JSON
import Linux
import Notices
import Outlets
import Rack

/// Shows what a running bridge hears until a signal or the reader ends it; a bridge that goes is waited
/// for.
@LoopActor
final class TailSession {
    private struct Ending: Sendable {
        var status: ExitStatus
        var sentences: [String] = []
    }

    private let options: TailOptions
    private let finish: @LoopActor (Ending) -> Void
    private var follower: BridgeFollower?
    private var output: ConsoleOutlet?
    private var losses = StandardOutputLosses()
    private var signals: SignalWatcher?
    /// The latest events, until all of them are there; nil once they have been shown.
    private var past: [BoardEvent]?
    /// Whether a bridge was there at all, and whether it is not now.
    private var hasBegun = false
    private var isWaiting = false
    /// Events that the bridge left out because this was too slow.
    private var lost = 0
    private var isEnding = false

    private init(_ options: TailOptions, finish: @escaping @LoopActor (Ending) -> Void) {
        self.options = options
        self.finish = finish
        // Programs get events as they came; people read the past by the times that stand there.
        past = options.recent > 0 && options.format == .board ? [] : nil
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
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(Ending(status: .signal(signal.rawValue)))
            }
        } catch {
            return end(Ending(status: .noResources, sentences: ["\(error)"]))
        }
        do throws(OutletRefusal) {
            output = try ConsoleOutlet.standardOutput(
                options.format, showsSource: options.showsSource
            ) { [weak self] in self?.take($0) }
        } catch {
            return end(Ending(status: .outputFailed, sentences: [error.sentence]))
        }
        follower = BridgeFollower(
            path: options.client.path, recent: options.recent, options.filter, renews: false
        ) { [weak self] in self?.take($0) }
    }

    private func take(_ news: BridgeNews) {
        switch news {
        case .begun:
            showPast()
            hasBegun = true
            if isWaiting { Messages.say("the bridge is there again", within: Self.wordLimit) }
            isWaiting = false
        case .event(_, let news?):
            if past == nil { output?.show(news) } else { past?.append(news) }
        case .event, .caughtUp, .status, .bridges, .centreLost: break
        case .leftOut(let count): lost += count
        case .lost(let failure):
            showPast()
            lose(failure)
        }
    }

    private func showPast() {
        guard let past else { return }
        self.past = nil
        for event in past.inOrderOfShownTimes { output?.show(event) }
    }

    /// How long standard error may take for what is said while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    private func lose(_ failure: ControlFailure) {
        if !hasBegun || options.endsOnce || !failure.isOfAMoment {
            // That the bridge stops is no failure of this.
            let status = failure == .stopped ? ExitStatus.success : failure.status
            return end(Ending(status: status, sentences: ["\(failure)"]))
        }
        if !isWaiting { Messages.say("\(failure); waiting for it", within: Self.wordLimit) }
        isWaiting = true
    }

    private func take(_ report: ConsoleOutlet.Report) {
        losses.take(report)
        switch report {
        case .dropped, .gaveUp: break
        case .closed: end(Ending(status: .success))
        case .failed(let error):
            end(
                Ending(
                    status: .outputFailed,
                    sentences: ["standard output cannot be written: \(error)"]))
        }
    }

    private func end(_ ending: Ending) {
        guard !isEnding else { return }
        isEnding = true
        follower?.stop()
        signals?.stop()
        let done: @LoopActor () -> Void = { [self] in
            var ending = ending
            ending.sentences += losses.sentences
            if lost > 0 {
                ending.sentences.append(
                    "this program could not keep up with the bridge; events lost: \(lost)")
            }
            finish(ending)
        }
        guard let output else { return done() }
        output.finish(within: ending.status.isSignal ? .milliseconds(200) : nil, done)
    }
}

extension ControlFailure {
    /// Whether a bridge that is started anew mends it.
    fileprivate var isOfAMoment: Bool {
        switch self {
        case .noBridge, .stopped, .gone, .noAnswer, .failed: true
        case .turnedAway(let refusal): refusal.code == .busy || refusal.code == .stopping
        case .denied, .notASocket, .notABridge, .otherVersion: false
        }
    }
}
