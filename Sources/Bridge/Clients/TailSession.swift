import Bridge
import Commands
import Configuration
import Control
import Formats
import JSON
import Linux
import Notices
import Outlets

/// Session that prints the events of a running bridge until a signal or the reader ends it.
///
/// If the bridge stops, the session waits for it.
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
    /// Latest events for `--number`, collected until all have arrived; nil once they are printed, or if none is collected.
    private var past: [BridgeEvent]?
    /// Whether a bridge has been connected, and whether it is missing now.
    private var hasBegun = false
    private var isWaiting = false
    /// Events that the bridge dropped because this program was too slow.
    private var lost = 0

    private init(_ options: TailCommand) {
        self.options = options
        // Formats for programs keep the order of arrival; for people the past is sorted by time.
        past = options.recent > 0 && options.format == .board ? [] : nil
    }

    /// Follows events on the calling thread until it ends.
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

    /// Writes pending output: for 200 ms after a signal, otherwise until it is written or a signal arrives.
    private func finishWriting(isInHaste: Bool) async {
        guard let output else { return }
        if isInHaste { return await finished { output.finish(within: .milliseconds(200), $0) } }
        let written = Mailbox<Void>()
        output.finish(within: nil) { written.post(()) }
        _ = await written.next()
    }

    /// Handles news of the bridge; returns the end of the command if this is one.
    private mutating func take(_ news: BridgeNews) -> CommandEnd? {
        switch news {
        case .begun:
            showPast()
            hasBegun = true
            if isWaiting { Messages.say("the bridge is there again", within: Self.wordLimit) }
            isWaiting = false
        case .event(_, let news?):
            if past == nil { output?.show(news) } else { past?.append(news) }
        case .event, .caughtUp, .status, .bridges, .centralLost: break
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

    /// Time limit for writes to standard error while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    private mutating func lose(_ failure: ControlFailure) -> CommandEnd? {
        if !hasBegun || options.endsOnce || !failure.isOfAMoment {
            // A regular stop of the bridge is no failure of this command.
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
    /// Whether a restart of the bridge can resolve the failure.
    fileprivate var isOfAMoment: Bool {
        switch self {
        case .noBridge, .stopped, .gone, .noAnswer, .failed: true
        case .turnedAway(let refusal): refusal.code == .busy || refusal.code == .stopping
        case .denied, .notASocket, .notABridge, .otherVersion: false
        }
    }
}
