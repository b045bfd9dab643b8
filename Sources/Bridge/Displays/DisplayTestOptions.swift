package import Arguments
import Control
import JSON
import Linux
import Notices
import Outlets

/// What a person can choose about `display test`.
package struct DisplayTestOptions: Sendable {
    private static let display = Operand(
        "DISPLAY", kind: .text, isOptional: true,
        summary: "One display, by its section: lcd, or \"console hall\"")

    /// The command's entry in the table.
    package static let command = Command(
        name: "display", summary: "Try displays out",
        commands: [
            Command(
                name: "test", summary: "Show a call and one notice of each category on displays",
                details: [
                    "For setting up a display: a call that rings for eight seconds, one that is "
                        + "taken, and a notice of every other category, all of them gone after a "
                        + "minute.",
                    "Where a bridge runs, it shows them beside what it shows anyway; else the "
                        + "displays "
                        + "are opened for as long, and Ctrl-C ends it.",
                ],
                examples: [
                    Command.Example("sudo callboard display test", "on all displays"),
                    Command.Example("sudo callboard display test lcd", "the section [lcd]"),
                ],
                options: [SettingsFile.parameter.option, ClientOptions.socket.option],
                operands: [display], isForAdministrators: true)
        ])

    private let name: String?
    private let client: ClientOptions
    private let file: SettingsFile

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        name = arguments[Self.display].first
        client = ClientOptions(arguments)
        file = SettingsFile(arguments)
    }

    /// Has the running bridge show them, or shows them itself.
    package func run() -> ExitStatus {
        let status = client.askIfThere(.testDisplays(name: name)) { value in
            Self.tell(DisplayTestNews(value), by: "the running bridge")
        }
        return status ?? runAlone()
    }

    /// Tells which displays take part, and which do not.
    static func tell(_ news: DisplayTestNews, by speaker: String) -> ExitStatus {
        let status = Messages.print(news.text(by: speaker))
        for sentence in news.sentences { Messages.say(sentence) }
        return news.isWhole ? status : .failure
    }

    private func runAlone() -> ExitStatus {
        let plans: DisplayPlans
        do throws(SettingsFile.Failure) {
            plans = try file.read().displays
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        do throws(DisplayAbsence) {
            let meant = try plans.meant(by: name)
            return EventLoop.runHolding { (finish: @escaping @LoopActor (ExitStatus) -> Void) in
                let test = DisplayTest(meant, finish)
                test.start()
                return test
            }
        } catch {
            Messages.say(error.sentence)
            return .usage
        }
    }
}
