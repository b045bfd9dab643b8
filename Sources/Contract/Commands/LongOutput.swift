package import Linux

/// Standard output for what may be long: on a terminal through the pager that a person has chosen,
/// anywhere else straight.
package final class LongOutput {
    /// The terminal's columns, where it is one.
    package let columns: Int?
    /// Whether colours are wanted, by the terminal and by the person.
    package let isColored: Bool
    private let pager: ReadingProgram?
    /// Nobody reads any more, or what went wrong.
    package private(set) var end: Errno?

    private init(pager: ReadingProgram?) {
        let output = StandardStream.output.rawValue
        self.pager = pager
        columns = Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil
        isColored = Terminal.wantsColor(on: output)
    }

    /// Writes something long, and says at its end what there is to say.
    ///
    /// - Parameter body: writes it; called once more where the pager could not be run.
    package static func write(
        pages: Bool = true,
        _ body: (LongOutput) -> (status: ExitStatus, sentences: [String])
    ) -> ExitStatus {
        if pages, let command = pagerCommand {
            // What git and systemctl tell less as well: keep colour, and end where all fits.
            Environment.setDefault("LESS", to: "FRX")
            // The text is what it is, whatever the locale says.
            Environment.setDefault("LESSCHARSET", to: "utf-8")
            if let pager = try? ReadingProgram(shell: command) {
                let output = LongOutput(pager: pager)
                let result = body(output)
                if !ReadingProgram.cannotRun.contains(pager.finish()) {
                    return output.ending(result)
                }
            }
            Messages.say("the pager cannot be run; PAGER says which it is")
        }
        let output = LongOutput(pager: nil)
        return output.ending(body(output))
    }

    /// Writes all of these bytes, and says whether somebody wants more.
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

    /// The command of the shell by which a person reads long texts; nil where none is wanted or there.
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
