package import Commands
package import Formats
import Linux
package import Settings

/// Output of the command `check` of an add-on program.
package enum CheckAnswer {
    /// Prints the findings as text or JSON; returns status 1 if there is a problem.
    ///
    /// - Parameters:
    ///   - good: summary without problems.
    ///   - bad: summary with problems.
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
