import Bridge
import Commands
import Configuration
import Contract
import Control
import Formats
import JSON
import Linux
import Notices
import Outlets

/// Shows what a running bridge hears until a signal or the reader ends it; a bridge that goes is waited
/// for.
@LoopActor
struct TailSession {
    private enum News {
        case bridge(BridgeNews)
        case output(StandardOutputOutlet.Report)
    }

    private let options: TailCommand
    private let mailbox = Mailbox<News>()
    private var output: StandardOutputOutlet?
    private var losses = StandardOutputLosses()
    /// The latest events, until all of them are there; nil once they have been shown.
    private var past: [BridgeEvent]?
    /// Whether a bridge was there at all, and whether it is not now.
    private var hasBegun = false
    private var isWaiting = false
    /// Events that the bridge left out because this was too slow.
    private var lost = 0

    private init(_ options: TailCommand) {
        self.options = options
        // Programs get events as they came; people read the past by the times that stand there.
        past = options.recent > 0 && options.format == .board ? [] : nil
    }

    /// Watches on the calling thread until it is over.
    nonisolated static func run(_ options: TailCommand) -> ExitStatus {
        CommandEnd.run { () throws(CommandEnd) in
            var session = TailSession(options)
            return await session.watch()
        }
    }

    private mutating func watch() async -> CommandEnd {
        do throws(OutletRefusal) {
            output = try StandardOutputOutlet.standardOutput(
                options.format, showsSource: options.showsSource
            ) { [mailbox] in mailbox.post(.output($0)) }
        } catch {
            return CommandEnd(.outputFailed, error.sentence)
        }
        let follower = BridgeFollower(
            path: options.client.path, recent: options.recent, options.filter, renews: false
        ) { [mailbox] in mailbox.post(.bridge($0)) }
        var end: CommandEnd?
        while end == nil, let news = await mailbox.next() {
            switch news {
            case .bridge(let news): end = take(news)
            case .output(let news): end = take(news)
            }
        }
        follower.stop()
        await finishWriting(isInHaste: end == nil)
        var last = end ?? CommandEnd(.success)
        last.sentences += losses.sentences
        if lost > 0 {
            last.sentences.append(
                "this program could not keep up with the bridge; events lost: \(lost)")
        }
        return last
    }

    /// Writes what is left: after a signal for a moment, else until a signal comes.
    private func finishWriting(isInHaste: Bool) async {
        guard let output else { return }
        if isInHaste { return await finished { output.finish(within: .milliseconds(200), $0) } }
        let written = Mailbox<Void>()
        output.finish(within: nil) { written.post(()) }
        _ = await written.next()
    }

    /// Takes what comes from the bridge; gives the end where that is one.
    private mutating func take(_ news: BridgeNews) -> CommandEnd? {
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
            return lose(failure)
        }
        return nil
    }

    private mutating func showPast() {
        guard let past else { return }
        self.past = nil
        for event in past.inOrderOfShownTimes { output?.show(event) }
    }

    /// How long standard error may take for what is said while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    private mutating func lose(_ failure: ControlFailure) -> CommandEnd? {
        if !hasBegun || options.endsOnce || !failure.isOfAMoment {
            // That the bridge stops is no failure of this.
            let status = failure == .stopped ? ExitStatus.success : failure.status
            return CommandEnd(status, "\(failure)")
        }
        if !isWaiting { Messages.say("\(failure); waiting for it", within: Self.wordLimit) }
        isWaiting = true
        return nil
    }

    private mutating func take(_ report: StandardOutputOutlet.Report) -> CommandEnd? {
        losses.take(report)
        switch report {
        case .dropped, .gaveUp: return nil
        case .closed: return CommandEnd(.success)
        case .failed(let error):
            return CommandEnd(.outputFailed, "standard output cannot be written: \(error)")
        }
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
