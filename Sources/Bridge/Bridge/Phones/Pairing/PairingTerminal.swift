import Commands
import Formats
import Linux
import Notices
import Outlets

/// The person, or the program, in front of `callboard pair`: what is told, what is asked, and how the
/// command ends.
@LoopActor
final class PairingTerminal {
    /// How long the last words may take once everything is as it was before.
    private static let lastWordLimit: Duration = .seconds(1)
    /// How long standard error may take for what is said while the loop runs.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// Called when the output ends the command.
    var ended: @LoopActor (CommandEnd) -> Void = { _ in }

    private let saysYes: Bool
    private let writesLines: Bool
    private var console: StandardOutputOutlet?
    private var reader: LineReader?
    private var hasInputEnded = false
    private var answer: (@LoopActor (Bool) -> Void)?
    /// Nil where no person watches.
    private var waiting: WaitingLine?
    /// Nil where no person watches.
    private var tips: FindingTips?
    /// Bytes at the end that a slow reader did not take.
    private var leftOutBytes: Int?
    /// Why nothing more can be written.
    private var failure: CommandEnd?

    private init(_ options: PairCommand) {
        saysYes = options.saysYes
        writesLines = options.writesLines
    }

    /// Runs a command on the calling thread until it is over.
    ///
    /// - Parameter work: what is done in front of the person, until a signal cancels it.
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

    /// Says something beside the story.
    func advise(_ sentence: String) {
        waiting?.pause()
        Messages.say(Text(sentence).cleaned(), within: Self.wordLimit)
        resumeWaiting()
    }

    /// Tells what happens.
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
    private func wait(after news: PairingProgress) {
        switch news {
        case .opened(_, let limit): waiting?.begin { "\(max(0, limit - $0)) s left" }
        case .bonded: waiting?.begin { "Waiting for the phone, \($0) s" }
        case .closed(let reason, _):
            // A phone that was paired is still waited for.
            if reason == PairingProgress.bondedReason { resumeWaiting() } else { waiting?.end() }
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
    func ask(_ question: PairingProgress, _ answer: @escaping @LoopActor (Bool) -> Void) {
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

    /// Begins the end, after which nothing is asked.
    func beginEnding() {
        waiting?.end()
        tips?.end()
        reader?.stop()
    }

    /// Writes what is left, once everything is as it was before; gives the end with what a person has to know of that.
    private func finishWriting(_ end: CommandEnd) async -> CommandEnd {
        if let console { await finished { console.finish(within: Self.lastWordLimit, $0) } }
        if let failure { return failure }
        var end = end
        if let leftOutBytes {
            end.sentences = [
                "the reader was too slow; bytes that were left out at the end: \(leftOutBytes)"
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
        // Nobody could compare a number any more.
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

/// What is told of a pairing is written as it is.
private struct Unwritten: EventFormat {
    func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] { [] }
}
