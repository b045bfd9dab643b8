import Commands
import Control
import Linux

/// A centre's feed, by the program that speaks to the centre, which is started again however often it ends.
@LoopActor
final class CentralFeedReader {
    /// Pauses before the program is started again.
    nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    private nonisolated static let grace: Duration = .seconds(2)

    private var program: CentralChild
    private let take: @LoopActor (BridgeNews) -> Void
    private var pause: GrowingPause
    private let next: Alarm
    private var child: ChildProgram?
    /// Counts up with every child, so that the last words of an earlier one are not heard.
    private var run = 0
    private var reader = FeedReader()

    /// - Parameters:
    ///   - pace: the clock that pauses go by; the machine's own where there is none.
    ///   - take: takes what comes, the first of it later than this returns.
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

    /// Ends it; nothing comes any more.
    func stop() {
        next.cancel()
        drop()
    }

    /// Goes on with a program that has read its configuration again.
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
            lose("\(CentralChild.name) says what this program does not understand")
        }
    }

    private func lose(_ words: String) {
        drop()
        next.set(after: pause.take(), for: self) { $0.begin() }
        take(.centreLost(words))
    }
}

extension ChildProgram.Ending {
    /// What a person is told who waits for its lines.
    fileprivate var sentence: String {
        let advice = "sudo \(CentralChild.name) check says what is wrong"
        return switch self {
        case .exited(ChildProgram.cannotRun): "\(CentralChild.name) cannot be run"
        case .exited(ExitStatus.badConfiguration.rawValue):
            "\(CentralChild.name) finds [central] wrong, or cannot have its secrets, which the service gets by "
                + "wall-centre.conf; the journal of callboard-wall says what it is"
        case .exited(let status): "\(CentralChild.name) has ended with \(status); \(advice)"
        case .killed(let signal): "\(CentralChild.name) was ended by the signal \(signal)"
        case .unknown: "\(CentralChild.name) has ended; \(advice)"
        }
    }
}
