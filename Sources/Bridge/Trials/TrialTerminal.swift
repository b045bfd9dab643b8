import Bridge
import Commands
import Linux
import Notices

/// Terminal of the trials: prints sentences, keeps a last line that counts seconds, and reads input.
@LoopActor
final class TrialTerminal {
    /// Time limit for writes while the loop runs.
    private static let limit: Duration = .milliseconds(500)

    /// Receives input, and the end on a write error.
    weak var session: TrialSession?

    private var reader: LineReader?
    private var waiting: WaitingLine?
    private var isBroken = false
    /// Whether the last line is an unanswered question.
    private var isAsking = false

    func open() {
        waiting = WaitingLine { [weak self] in self?.write($0) }
        reader = LineReader { [weak self] line in
            self?.isAsking = false
            self?.session?.type(line)
        }
    }

    func close() {
        waiting?.end()
        reader?.stop()
    }

    private var text: TrialText {
        TrialText(columns: Terminal.columns(of: StandardStream.output.rawValue))
    }

    /// Writes a paragraph, wrapped to the width of the terminal.
    func say(_ words: String = "", indent: Int = 0, hanging: Int = 0) {
        write(text.lines(words, indent: indent, hanging: hanging))
    }

    /// Writes the results of all steps.
    func say(_ report: TrialReport) {
        write(text.results(report))
    }

    private func write(_ lines: [String]) {
        waiting?.pause()
        if isAsking { write("\n") }
        isAsking = false
        for line in lines { write(line + "\n") }
        waiting?.resume()
    }

    /// Asks a question; the answer is typed on the same line.
    func ask(_ question: String) {
        waiting?.end()
        if isAsking { write("\n") }
        isAsking = true
        write(text.question(question))
    }

    /// Drops input that was not read yet, so that it cannot answer the next question.
    func dropTyped() { reader?.dropPast() }

    /// Shows the longest wording that fits on the last line.
    func wait(_ words: @escaping @LoopActor (_ seconds: Int) -> [String]) {
        waiting?.begin { [weak self] seconds in self?.text.lastLine(words(seconds)) ?? "" }
    }

    /// Removes the last line.
    func stopWaiting() { waiting?.end() }

    private func write(_ text: String) {
        guard !isBroken else { return }
        do throws(Errno) {
            try StandardStream.output.write(text, within: Self.limit)
        } catch {
            isBroken = true
            // Delayed, since the caller may be in the middle of an operation.
            EventLoop.shared.after(.zero, for: self) {
                $0.session?.end(TrialSession.Ending(status: .outputFailed))
            }
        }
    }
}
