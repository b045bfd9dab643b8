package import Commands
import Configuration
import Control
import Formats
import HistoryCommands
import Linux
import Notices
package import Settings

/// Command line of `list`.
package struct ListCommand: Sendable {
    /// Command table entry of `list`.
    package static let command = Command(
        name: "list", summary: "Show what is there now: calls first, then the newest",
        details: [
            "Each notification begins with its short name, which answer, decline, clear and show "
                + "accept; it is the end of the full name. Formats other than board contain the "
                + "full name, and the event by which the notification arrived. Notifications that "
                + "rules hide are omitted. At most 1024 are listed. An app or a phone that the "
                + "bridge has never seen is reported, and the status is 1."
        ],
        examples: [
            Command.Example("callboard list", "for people"),
            Command.Example("callboard list -c missed -n 3", "the last three calls missed"),
            Command.Example("callboard list --json | jq -r .id", "for programs"),
        ],
        options: [
            JSONChoice.format.option, JSONChoice.json.option, NoticeChoice.category.option,
            NoticeChoice.app.option, NoticeChoice.phone.option, HistoryListCommand.limit.option,

        ] + ClientOptions.all)

    private let client: ClientOptions
    private let format: OutputFormat
    private let categories: [String]
    private let filter: TailRequest
    private let limit: Int?

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        format = JSONChoice.format(arguments)
        categories = arguments[NoticeChoice.category]
        filter = TailRequest(
            categories: categories.compactMap { Category(named: $0)?.name },
            apps: arguments[NoticeChoice.app], phones: arguments[NoticeChoice.phone])
        limit = arguments[HistoryListCommand.limit]
    }

    /// Requests the current notifications from the running bridge and prints them.
    package func run() -> ExitStatus {
        if let problem = NoticeChoice.problem(with: categories) {
            Messages.say(problem)
            return .usage
        }
        switch HeldNotices.ask(at: client.path, filter) {
        case .failure(let problem): return problem.tell()
        case .success(let day):
            let page = ListPage(day, limit: limit, format)
            let unknown = page.isEmpty ? AskedNames.unknown(in: filter, at: client.path) : []
            if !unknown.isEmpty {
                Messages.say(unknown.joined(separator: "\n"))
            } else if page.isEmpty, format == .board {
                Messages.say("there are no notifications")
            }
            let output = StandardStream.output.rawValue
            let status = Messages.print(
                page.text(
                    columns: Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil,
                    isColored: Terminal.wantsColor(on: output), at: .now))
            return status == .success && !unknown.isEmpty ? .failure : status
        }
    }
}
