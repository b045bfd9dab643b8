import Linux
import Notices

/// What the program says apart from notices: pages of help, and sentences to the person.
package enum Messages {
    /// What the program is called: by its file, which was one of ours when it was started.
    private static let program: String = {
        let name = CurrentProcess.program.split(separator: "/").last.map(String.init) ?? ""
        return name.hasPrefix(usual) ? name : usual
    }()

    private static let usual = "callboard"
    private static let standardError: Int32 = 2

    /// Says a sentence on standard error; that nobody hears it changes nothing.
    ///
    /// - Parameter limit: how long to wait for somebody to listen; without it, as long as it takes.
    package static func say(_ sentence: String, within limit: Duration? = nil) {
        // A path may have anything in it; several mistakes stand on a line each.
        let lines = "\(program): \(sentence)".split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { Text(String($0)).cleaned() }
        let width = Terminal.isTerminal(standardError) ? Terminal.columns(of: standardError) : nil
        let whole = MessageLines.broken(lines, to: width).joined(separator: "\n")
        try? StandardStream.error.write("\(whole)\n", within: limit)
    }

    /// Prints sentences that were asked for, broken at words where standard output is a terminal.
    package static func printSentences(_ text: String) -> ExitStatus {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return print(MessageLines.broken(lines, to: outputColumns).joined(separator: "\n"))
    }

    /// The columns of the terminal that standard output is; nil if it is none.
    package static var outputColumns: Int? {
        let output = StandardStream.output.rawValue
        return Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil
    }

    /// Prints a page of help.
    package static func printHelp(_ page: String) -> ExitStatus {
        print(DocumentFolder.located(in: page))
    }

    /// Prints a text that was asked for; that somebody reads only its beginning is no failure.
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
