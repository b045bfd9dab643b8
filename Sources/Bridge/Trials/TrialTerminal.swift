import Bridge
import Commands
import Linux
import Notices

/// The terminal of the person who tries a phone: sentences, a last line that counts seconds, and the lines that are typed.
@LoopActor
final class TrialTerminal {
    /// How long the terminal may take for what is written while the loop runs.
    private static let limit: Duration = .milliseconds(500)

    /// Hears what is typed, and that nothing can be written any more.
    weak var session: TrialSession?

    private var reader: LineReader?
    private var waiting: WaitingLine?
    private var isBroken = false
    /// Whether the last line is a question whose answer has not been typed.
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

    /// Writes a paragraph, its lines broken at the width of the terminal.
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

    /// Asks something on a line whose end is typed.
    func ask(_ question: String) {
        waiting?.end()
        if isAsking { write("\n") }
        isAsking = true
        write(text.question(question))
    }

    /// Drops what was typed and not read yet, as no answer to what is asked next.
    func dropTyped() { reader?.dropPast() }

    /// Shows on the last line what is waited for: the longest of some wordings that fits.
    func wait(_ words: @escaping @LoopActor (_ seconds: Int) -> [String]) {
        waiting?.begin { [weak self] seconds in self?.text.lastLine(words(seconds)) ?? "" }
    }

    /// Shows no last line any more.
    func stopWaiting() { waiting?.end() }

    private func write(_ text: String) {
        guard !isBroken else { return }
        do throws(Errno) {
            try StandardStream.output.write(text, within: Self.limit)
        } catch {
            isBroken = true
            // The caller may be in the middle of something.
            EventLoop.shared.after(.zero, for: self) {
                $0.session?.end(TrialSession.Ending(status: .outputFailed))
            }
        }
    }
}
