import Commands
import Linux
import Notices
import Phones

/// The terminal of the person who tries a phone: sentences, a last line that counts seconds, and the lines that are typed.
@LoopActor
final class TrialTerminal {
    /// How long the terminal may take for what is written while the loop runs.
    private static let limit: Duration = .milliseconds(500)
    private static let narrow = 20

    /// Called with each line that is typed, and with nil at the end of the input.
    var typed: @LoopActor (String?) -> Void = { _ in }
    /// Called once if nothing can be written any more.
    var broken: @LoopActor () -> Void = {}

    private var reader: LineReader?
    private var waiting: WaitingLine?
    private var isBroken = false
    /// Whether the last line is a question whose answer has not been typed.
    private var isAsking = false

    func open() {
        waiting = WaitingLine { [weak self] in self?.write($0) }
        reader = LineReader { [weak self] line in
            self?.isAsking = false
            self?.typed(line)
        }
    }

    func close() {
        waiting?.end()
        reader?.stop()
    }

    /// Writes a paragraph, its lines broken at the width of the terminal.
    func say(_ text: String = "", indent: Int = 0) {
        waiting?.pause()
        if isAsking { write("\n") }
        isAsking = false
        let columns = Terminal.columns(of: StandardStream.output.rawValue) ?? 80
        let margin = String(repeating: " ", count: indent)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = Text(String(line)).cleaned().wrapped(
                to: max(Self.narrow, columns - indent), lines: Int.max)
            for part in parts.isEmpty ? [""] : parts { write("\(margin)\(part)\n") }
        }
        waiting?.resume()
    }

    /// Asks something on a line whose end is typed.
    func ask(_ question: String) {
        waiting?.end()
        isAsking = true
        // A question can have a name that any device gave itself.
        write("\(Text(question).cleaned()) ")
    }

    /// Shows on the last line what is waited for.
    func wait(_ words: @escaping @LoopActor (_ seconds: Int) -> String) {
        waiting?.begin(words)
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
            EventLoop.shared.after(.zero) { [weak self] in self?.broken() }
        }
    }
}
