package import Linux

/// Standard output for long texts; on a terminal, output goes through the user's pager.
package final class LongOutput {
    /// Columns of the terminal; nil if output is not a terminal.
    package let columns: Int?
    /// Whether colours are supported by the terminal and wanted by the user.
    package let isColored: Bool
    private let pager: ReadingProgram?
    /// Error that ended the output; `brokenPipe` if the reader quit.
    package private(set) var end: Errno?

    private init(pager: ReadingProgram?) {
        let output = StandardStream.output.rawValue
        self.pager = pager
        columns = Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil
        isColored = Terminal.wantsColor(on: output)
    }

    /// Writes a long text, then prints the closing messages.
    ///
    /// - Parameters:
    ///   - pages: false to write without a pager even on a terminal.
    ///   - body: writes the text; called a second time if the pager could not be run.
    package static func write(
        pages: Bool = true,
        _ body: (LongOutput) -> (status: ExitStatus, sentences: [String])
    ) -> ExitStatus {
        if pages, let command = pagerCommand {
            // Same defaults as git and systemctl: keep colour, and quit if the text fits on one
            // screen.
            Environment.setDefault("LESS", to: "FRX")
            // The output is always UTF-8, regardless of the locale.
            Environment.setDefault("LESSCHARSET", to: "utf-8")
            if let pager = try? ReadingProgram(shell: command) {
                let output = LongOutput(pager: pager)
                let result = body(output)
                if !ReadingProgram.cannotRun.contains(pager.finish()) {
                    return output.ending(result)
                }
            }
            Messages.say("the pager cannot be run; set PAGER to another one")
        }
        let output = LongOutput(pager: nil)
        return output.ending(body(output))
    }

    /// Writes all bytes and returns whether the reader accepts more.
    package func write(_ bytes: [UInt8]) -> Bool {
        guard end == nil else { return false }
        do throws(Errno) {
            if let pager { try pager.write(bytes) } else { try StandardStream.output.write(bytes) }
            return true
        } catch {
            end = error
            return false
        }
    }

    private func ending(_ result: (status: ExitStatus, sentences: [String])) -> ExitStatus {
        for sentence in result.sentences { Messages.say(sentence) }
        guard let end, end != .brokenPipe else { return result.status }
        Messages.say("standard output cannot be written: \(end)")
        return .outputFailed
    }

    /// Shell command of the user's pager; nil if there is none or it is disabled.
    private static var pagerCommand: String? {
        let output = StandardStream.output.rawValue
        guard Terminal.isTerminal(output), Terminal.isTerminal(StandardStream.input.rawValue),
            !["", "dumb"].contains(Environment.value("TERM") ?? "")
        else { return nil }
        if let chosen = Environment.value("PAGER") {
            return chosen.contains { $0 != " " } ? chosen : nil
        }
        return Environment.hasProgram("less") ? "exec less -RFX" : nil
    }
}
