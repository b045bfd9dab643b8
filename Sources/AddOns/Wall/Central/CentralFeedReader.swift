import Commands
import Control
import Linux

/// Reader of a central database's feed from a child program, which is restarted whenever it ends.
@LoopActor
final class CentralFeedReader {
    /// Pauses before the program is restarted.
    nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    private nonisolated static let grace: Duration = .seconds(2)

    private var program: CentralChild
    private let take: @LoopActor (BridgeNews) -> Void
    private var pause: GrowingPause
    private let next: Alarm
    private var child: ChildProgram?
    /// Incremented with every child, so that late output of an earlier one is ignored.
    private var run = 0
    private var reader = FeedReader()

    /// - Parameters:
    ///   - pace: clock for pauses; nil uses the host's clock.
    ///   - take: receives the feed, the first event only after the initializer has returned.
    init(
        _ program: CentralChild, pauses: ClosedRange<Duration> = pauses, pace: Pace? = nil,
        _ take: @escaping @LoopActor (BridgeNews) -> Void
    ) {
        next = Alarm(on: pace)
        self.program = program
        self.take = take
        pause = GrowingPause(pauses)
        next.set(after: .zero, for: self) { $0.begin() }
    }

    isolated deinit {
        stop()
    }

    /// Stops the program; no further events follow.
    func stop() {
        next.cancel()
        drop()
    }

    /// Restarts with a program that reads the present configuration.
    func restart(_ program: CentralChild) {
        self.program = program
        stop()
        pause.reset()
        begin()
    }

    private func drop() {
        run += 1
        child?.forgetOwner()
        child?.terminate(within: Self.grace)
        child = nil
    }

    private func begin() {
        guard let words = program.words("feed") else {
            return lose(
                "\(CentralChild.name) is not installed: sudo apt install \(CentralChild.name)")
        }
        reader.beginAgain()
        let own = run
        do throws(Errno) {
            child = try ChildProgram(words, isRead: true) { [weak self] report in
                guard let self, run == own else { return }
                take(report)
            }
        } catch {
            lose("\(CentralChild.name) cannot be started: \(error)")
        }
    }

    private func take(_ report: ChildProgram.Report) {
        switch report {
        case .wrote(let bytes): read(bytes)
        case .ended(let ending): lose(ending.sentence)
        case .took, .closedInput: break
        }
    }

    private func read(_ bytes: [UInt8]) {
        let own = run
        reader.append(bytes)
        do throws(FeedReader.Fault) {
            while run == own, let news = try reader.next() {
                if case .caughtUp = news { pause.reset() }
                take(news)
            }
        } catch {
            lose("\(CentralChild.name) sent an invalid line")
        }
    }

    private func lose(_ words: String) {
        drop()
        next.set(after: pause.take(), for: self) { $0.begin() }
        take(.centralLost(words))
    }
}

extension ChildProgram.Ending {
    /// Message for the administrator.
    fileprivate var sentence: String {
        let advice = "run sudo \(CentralChild.name) check"
        return switch self {
        case .exited(ChildProgram.cannotRun): "\(CentralChild.name) cannot be run"
        case .exited(ExitStatus.badConfiguration.rawValue):
            "\(CentralChild.name) reports an error in [central], or cannot read its secrets, which "
                + "wall-centre.conf passes to the service; see the journal of callboard-wall"
        case .exited(let status): "\(CentralChild.name) exited with status \(status); \(advice)"
        case .killed(let signal): "\(CentralChild.name) was ended by the signal \(signal)"
        case .unknown: "\(CentralChild.name) has ended; \(advice)"
        }
    }
}
