package import Commands
package import Formats
import Linux
package import Settings

/// What the command `check` of a program beside the bridge has to say.
package enum CheckAnswer {
    /// Prints what was found, as the command line wants it; the status is 1 where something is wrong.
    ///
    /// - Parameters:
    ///   - good: the last line where nothing is.
    ///   - bad: the same where something is.
    package static func show(
        _ findings: [Finding], _ arguments: ParsedArguments, good: String, bad: String
    ) -> ExitStatus {
        let page = FindingPage(findings)
        let text =
            JSONChoice.isWanted(arguments)
            ? page.line
            : page.page(
                summary: page.isHealthy ? good : bad,
                inColor: Terminal.wantsColor(on: StandardStream.output.rawValue),
                columns: Messages.outputColumns)
        let status = Messages.print(text)
        return status == .success && !page.isHealthy ? .failure : status
    }
}
