import Linux
import Notices

/// Messages and help pages printed by the program, as opposed to notifications.
package enum Messages {
    /// Program name in messages: the file name at start if it is one of this project, otherwise `callboard`.
    private static let program: String = {
        let name = CurrentProcess.program.split(separator: "/").last.map(String.init) ?? ""
        return name.hasPrefix(usual) ? name : usual
    }()

    private static let usual = "callboard"
    private static let standardError: Int32 = 2

    /// Prints a message on standard error and ignores write errors.
    ///
    /// - Parameter limit: time limit for writing; nil for no limit.
    package static func say(_ sentence: String, within limit: Duration? = nil) {
        // A path may contain any characters; several errors stand on a line each.
        let lines = "\(program): \(sentence)".split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { Text(String($0)).cleaned() }
        let width = Terminal.isTerminal(standardError) ? Terminal.columns(of: standardError) : nil
        let whole = MessageLines.broken(lines, to: width).joined(separator: "\n")
        try? StandardStream.error.write("\(whole)\n", within: limit)
    }

    /// Prints requested text, wrapped at words if standard output is a terminal.
    package static func printSentences(_ text: String) -> ExitStatus {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return print(MessageLines.broken(lines, to: outputColumns).joined(separator: "\n"))
    }

    /// Columns of the terminal on standard output; nil if it is not a terminal.
    package static var outputColumns: Int? {
        let output = StandardStream.output.rawValue
        return Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil
    }

    /// Prints a help page.
    package static func printHelp(_ page: String) -> ExitStatus {
        print(DocumentFolder.located(in: page))
    }

    /// Prints requested text; a reader that quits early is not an error.
    package static func print(_ text: String) -> ExitStatus {
        do throws(Errno) {
            try StandardStream.output.write(text)
        } catch .brokenPipe {
            return .success
        } catch {
            say("standard output cannot be written: \(error)")
            return .outputFailed
        }
        return .success
    }
}
