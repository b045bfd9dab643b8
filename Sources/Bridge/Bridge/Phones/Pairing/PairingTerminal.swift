import Commands
import Formats
import Linux
import Notices
import Outlets

/// Terminal of `callboard pair`: prints events, asks questions and ends the command, for a user or a program.
@LoopActor
final class PairingTerminal {
    /// Time limit for remaining output after everything is restored.
    private static let lastWordLimit: Duration = .seconds(1)
    /// Time limit for writes to standard error while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// Called when the output ends the command.
    var ended: @LoopActor (CommandEnd) -> Void = { _ in }

    private let saysYes: Bool
    private let writesLines: Bool
    private var console: StandardOutputOutlet?
    private var reader: LineReader?
    private var hasInputEnded = false
    private var answer: (@LoopActor (Bool) -> Void)?
    /// Nil with `--json`, or if the output is not a terminal.
    private var waiting: WaitingLine?
    /// Nil with `--json`, or if the output is not a terminal.
    private var tips: FindingTips?
    /// Number of bytes that the reader of the output had not read at the end; nil if all were.
    private var leftOutBytes: Int?
    /// Error that stopped all output.
    private var failure: CommandEnd?

    private init(_ options: PairCommand) {
        saysYes = options.saysYes
        writesLines = options.writesLines
    }

    /// Runs a command on the calling thread until it ends.
    ///
    /// - Parameter work: work of the command; a signal cancels it.
    nonisolated static func run(
        _ options: PairCommand, _ work: @escaping @LoopActor (PairingTerminal) async -> CommandEnd
    ) -> ExitStatus {
        CommandEnd.run(trouble: "no phone can pair: ", within: wordLimit) {
            () throws(CommandEnd) in
            let terminal = PairingTerminal(options)
            try terminal.open()
            return await terminal.finishWriting(await work(terminal))
        }
    }

    private func open() throws(CommandEnd) {
        do throws(Errno) {
            console = try StandardOutputOutlet(
                to: StandardStream.output.rawValue, format: Unwritten()
            ) { [weak self] report in self?.take(report) }
        } catch {
            throw Self.outputFailed(error)
        }
        if !writesLines, Terminal.isTerminal(StandardStream.output.rawValue) {
            waiting = WaitingLine { [weak self] in self?.console?.write(Array($0.utf8)) }
            tips = FindingTips { [weak self] in self?.write($0) }
        }
    }

    /// Prints a message that is not an event.
    func advise(_ sentence: String) {
        waiting?.pause()
        Messages.say(Text(sentence).cleaned(), within: Self.wordLimit)
        resumeWaiting()
    }

    /// Prints an event.
    func tell(_ news: PairingProgress) {
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
        // A phone has found the host, or no longer can.
        default: tips?.end()
        }
    }

    private func write(_ tip: String) {
        waiting?.pause()
        console?.write(Array((tip + "\n").utf8))
        resumeWaiting()
    }

    /// Shows that the command is still waiting, unless a question is open.
    private func wait(after news: PairingProgress) {
        switch news {
        case .opened(_, let limit): waiting?.begin { "\(max(0, limit - $0)) s left" }
        case .bonded: waiting?.begin { "Waiting for the phone, \($0) s" }
        case .closed(let reason, _):
            // A paired phone is still waited for.
            if reason == PairingProgress.bondedReason { resumeWaiting() } else { waiting?.end() }
        case .compare, .confirm, .oldBond:
            if saysYes { resumeWaiting() }
        default: resumeWaiting()
        }
    }

    private func resumeWaiting() {
        // A question stays the last line until it is answered.
        if answer == nil { waiting?.resume() }
    }

    /// Asks a question, unless `--yes` answers it.
    func ask(_ question: PairingProgress, _ answer: @escaping @LoopActor (Bool) -> Void) {
        if saysYes {
            tell(question)
            // `--yes` does not cover the bond of a phone that may not have tried to pair.
            return answer(!question.isAboutPassing)
        }
        // A script has no consent to remove a bond; the message says what to run.
        if question.isAboutForgetting, !canAskToForget { return answer(false) }
        if reader == nil {
            reader = LineReader { [weak self] line in self?.take(line) }
        }
        // Input typed before the question is not an answer.
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
            "standard input has ended, so the answer is no; run callboard pair at a terminal, or "
                + "with --yes")
    }

    /// Whether an answer is possible: programs that read JSON lines answer like a user at a terminal.
    private var canAskToForget: Bool {
        writesLines || Terminal.isTerminal(StandardStream.input.rawValue)
    }

    /// Withdraws the open question.
    func withdraw() {
        answer = nil
        resumeWaiting()
    }

    /// Prepares the end, after which no question is asked.
    func beginEnding() {
        waiting?.end()
        tips?.end()
        reader?.stop()
    }

    /// Writes the remaining output after everything is restored; returns the end, with messages about lost output.
    private func finishWriting(_ end: CommandEnd) async -> CommandEnd {
        if let console { await finished { console.finish(within: Self.lastWordLimit, $0) } }
        if let failure { return failure }
        var end = end
        if let leftOutBytes {
            end.sentences = [
                "the reader was too slow; bytes dropped at the end: \(leftOutBytes)"
            ]
        }
        return end
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

    private func take(_ report: StandardOutputOutlet.Report) {
        switch report {
        case .dropped: break
        case .gaveUp(let bytes): leftOutBytes = bytes
        // Without output, no number can be compared.
        case .closed: ended(CommandEnd(.failure))
        case .failed(let error):
            let failure = Self.outputFailed(error)
            self.failure = failure
            ended(failure)
        }
    }

    private static func outputFailed(_ error: Errno) -> CommandEnd {
        CommandEnd(.outputFailed, "standard output cannot be written: \(error)")
    }
}

/// Format for output that is already text.
private struct Unwritten: EventFormat {
    func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] { [] }
}
