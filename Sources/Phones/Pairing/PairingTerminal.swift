import Commands
import Formats
import Linux
import Notices
import Outlets

/// The person, or the program, in front of `callboard pair`: what is told, what is asked, and how the
/// command ends.
@LoopActor
final class PairingTerminal {
    /// How the command ends, and what a person has to know about that.
    struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    /// How long the last words may take once everything is as it was before.
    private static let lastWordLimit: Duration = .seconds(1)
    /// How long standard error may take for what is said while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// Called once when the person, a signal or the output ends the command.
    var endWanted: @LoopActor (ExitStatus) -> Void = { _ in }

    private let saysYes: Bool
    private let writesLines: Bool
    private let finish: @LoopActor (Ending) -> Void
    private var console: ConsoleOutlet?
    private var signals: SignalWatcher?
    private var reader: LineReader?
    private var hasInputEnded = false
    private var answer: (@LoopActor (Bool) -> Void)?
    /// Nil where no person watches.
    private var waiting: WaitingLine?
    /// Nil where no person watches.
    private var tips: FindingTips?
    /// Nil until the end has begun.
    private var ending: Ending?

    /// - Parameter finish: called once, when all is told.
    init(_ options: PairOptions, finish: @escaping @LoopActor (Ending) -> Void) {
        saysYes = options.saysYes
        writesLines = options.writesLines
        self.finish = finish
    }

    /// Runs a command on the calling thread until it is over.
    ///
    /// - Parameter make: makes and starts it, and returns what must live as long.
    nonisolated static func run(
        _ make: @LoopActor (_ finish: @escaping @LoopActor (Ending) -> Void) -> AnyObject?
    ) -> ExitStatus {
        let ending = EventLoop.runHolding(make)
        if let sentence = ending.sentence { Messages.say(sentence, within: wordLimit) }
        return ending.status
    }

    /// Begins; says whether that was possible, else the command is over.
    func open() -> Bool {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.endWanted(.signal(signal.rawValue))
            }
        } catch {
            close(Ending(status: .noResources, sentence: "no phone can pair: \(error)"))
            return false
        }
        do throws(Errno) {
            console = try ConsoleOutlet(
                to: StandardStream.output.rawValue, format: Unwritten()
            ) { [weak self] report in self?.take(report) }
        } catch {
            close(Self.outputFailed(error))
            return false
        }
        if !writesLines, Terminal.isTerminal(StandardStream.output.rawValue) {
            waiting = WaitingLine { [weak self] in self?.console?.write(Array($0.utf8)) }
            tips = FindingTips { [weak self] in self?.write($0) }
        }
        return true
    }

    /// Says something beside the story.
    func advise(_ sentence: String) {
        waiting?.pause()
        Messages.say(Text(sentence).cleaned(), within: Self.wordLimit)
        resumeWaiting()
    }

    /// Tells what happens.
    func tell(_ news: PairingNews) {
        guard !writesLines else { return console?.write(news.line) ?? () }
        // Any device in range chooses its own name.
        let sentence = Text(news.sentence).cleaned()
        let isAsked = news.isQuestion && !saysYes
        waiting?.pause()
        console?.write(Array((sentence + (isAsked ? " " : "\n")).utf8))
        wait(after: news)
        switch news {
        case .opened: tips?.begin()
        case .radio, .alreadyPaired: break
        // A phone has found the host, or cannot any more.
        default: tips?.end()
        }
    }

    private func write(_ tip: String) {
        waiting?.pause()
        console?.write(Array((tip + "\n").utf8))
        resumeWaiting()
    }

    /// Lets the person see that something is still waited for, unless they are asked.
    private func wait(after news: PairingNews) {
        switch news {
        case .opened(_, let limit): waiting?.begin { "\(max(0, limit - $0)) s left" }
        case .bonded: waiting?.begin { "Waiting for the phone, \($0) s" }
        case .closed(let reason, _):
            // A phone that was paired is still waited for.
            if reason == PairingNews.bondedReason { resumeWaiting() } else { waiting?.end() }
        case .compare, .confirm, .oldBond:
            if saysYes { resumeWaiting() }
        default: resumeWaiting()
        }
    }

    private func resumeWaiting() {
        // A question is the last line until it is answered.
        if answer == nil { waiting?.resume() }
    }

    /// Asks the person, unless the answer is known to be yes.
    func ask(_ question: PairingNews, _ answer: @escaping @LoopActor (Bool) -> Void) {
        if saysYes {
            tell(question)
            // Nobody has agreed to lose the bond of a phone that may have come for something else.
            return answer(!question.isAboutPassing)
        }
        // A person who runs a script has not agreed to lose a bond; the message says what to run.
        if question.isAboutForgetting, !canAskToForget { return answer(false) }
        if reader == nil {
            reader = LineReader { [weak self] line in self?.take(line) }
        }
        // What was typed before the question is no answer to it.
        reader?.dropPast()
        tell(question)
        guard !hasInputEnded else {
            adviseOfEnd()
            return answer(false)
        }
        self.answer = answer
    }

    private func adviseOfEnd() {
        advise(
            "standard input has ended, so nobody can answer, which counts as no; run callboard pair at "
                + "a terminal, or with --yes")
    }

    /// A program reads the lines and answers as a person at a terminal does.
    private var canAskToForget: Bool {
        writesLines || Terminal.isTerminal(StandardStream.input.rawValue)
    }

    /// Nobody's answer is wanted any more.
    func withdraw() {
        answer = nil
        resumeWaiting()
    }

    /// Begins the end, after which nothing is asked, and says false where it has begun before.
    func beginEnding(_ ending: Ending) -> Bool {
        guard self.ending == nil else { return false }
        self.ending = ending
        waiting?.end()
        tips?.end()
        reader?.stop()
        return true
    }

    /// Ends, once everything is as it was before.
    func finishWriting() {
        let close: @LoopActor () -> Void = { [weak self] in
            guard let self, let ending else { return }
            self.close(ending)
        }
        guard let console else { return close() }
        console.finish(within: Self.lastWordLimit, close)
    }

    private func take(_ line: String?) {
        if line == nil { hasInputEnded = true }
        let answer = answer
        self.answer = nil
        if answer != nil {
            if line == nil { adviseOfEnd() }
            resumeWaiting()
        }
        answer?(["y", "yes"].contains(line?.lowercased() ?? ""))
    }

    private func take(_ report: ConsoleOutlet.Report) {
        switch report {
        case .dropped: break
        case .gaveUp(let bytes):
            ending?.sentence =
                "the reader was too slow; bytes that were left out at the end: \(bytes)"
        // Nobody could compare a number any more.
        case .closed: endWanted(.failure)
        case .failed(let error):
            endWanted(.outputFailed)
            ending = Self.outputFailed(error)
        }
    }

    private static func outputFailed(_ error: Errno) -> Ending {
        Ending(status: .outputFailed, sentence: "standard output cannot be written: \(error)")
    }

    private func close(_ ending: Ending) {
        signals?.stop()
        finish(ending)
    }
}

/// What is told of a pairing is written as it is.
private struct Unwritten: EventFormat {
    func lines(for event: BoardEvent, columns: Int?) -> [UInt8] { [] }
}
