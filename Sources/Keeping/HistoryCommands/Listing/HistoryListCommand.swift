package import Commands
import Formats
import History
import Linux
package import Settings

/// The command `history`.
package struct HistoryListCommand: Sendable {
    /// The option that limits the number of notifications.
    package static let limit = Parameter<Int?>.integer(
        "number", letter: "n", in: 1...1_000_000, summary: "Only the newest N")
    static let follow = Parameter<Bool>.flag(
        "follow", letter: "f",
        summary: "Follow new notifications; start with the newest 10, or with -n, oldest first")

    /// The option that disables truncation.
    package static let full = Parameter<Bool>.flag(
        "full", summary: "Show texts on a terminal in full, in as many lines as required")

    package static let command = Command(
        name: "history", summary: "Show stored notifications, newest first",
        details: [
            "Each notification is shown once, in its latest state. On a terminal the output goes "
                + "to a pager: $PAGER, or less if that is not set. An empty PAGER disables it. Texts "
                + "are truncated to three lines there, except with --full.",
            "TIME is today, yesterday, monday, last monday, this week, last month, march, 2h, "
                + "30min, 3 days, 14:30, yesterday 14:30, 2026, 2026-11, 2026-11-03 or 2026-11-03 14:30: "
                + "Docs/reference/history-data.md. A running bridge is neither required nor disturbed.",
        ],
        examples: [
            Command.Example(
                "callboard history --since yesterday", "yesterday and today, as a list"),
            Command.Example(
                "callboard history --missed --since 'last monday'", "missed calls"),
            Command.Example("callboard history -F json --app Mail | jq .title", "for programs"),
        ],
        options: [HistoryPlace.parameter.option],
        commands: [
            SightingCommand.command, ExportCommand.command, ImportCommand.command,
            ForgetNoticesCommand.command, SeparateCommand.command,
        ],
        optionsAlone: FilterOptions.all + [
            limit.option, follow.option, full.option, JSONChoice.format.option,
            JSONChoice.json.option,
        ])

    /// Number of notifications shown before following.
    static let followedLimit = 10

    let place: HistoryPlace
    let format: OutputFormat
    let limit: Int?
    private let choice: FilterOptions
    let isWhole: Bool
    private let follows: Bool

    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        format = JSONChoice.format(arguments)
        limit = arguments[Self.limit]
        choice = FilterOptions(arguments)
        isWhole = arguments[Self.full]
        follows = arguments[Self.follow]
    }

    package func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter(limit: limit)
            if follows { return place.attempt { HistoryFollowing.run(self, filter) } }
            return place.look { (reader) throws(HistoryError) in try show(reader, filter) }
        }
    }

    private func show(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> ExitStatus {
        let first = try reader.firstPortion(filter)
        var status = ExitStatus.success
        if first.isEmpty {
            let unknown = try UnknownNames.sentences(about: filter, of: reader)
            if !unknown.isEmpty {
                Messages.say(unknown.joined(separator: "\n"))
            } else if format == .board {
                Messages.say("the history has no notification that matches")
            }
            // A pager would show an empty page; an unknown name is an error.
            if format == .board { return unknown.isEmpty ? .success : .failure }
            if !unknown.isEmpty { status = .failure }
        }
        return LongOutput.write { [status] output in
            do throws(HistoryError) {
                var lines = try NoticeLines(
                    format, for: first, in: filter.order, isWhole: isWhole,
                    columns: output.columns, isColored: output.isColored)
                var wantsMore = output.write(lines.header)
                try reader.inPortions(filter) { notice in
                    wantsMore = wantsMore && output.write(lines.lines(for: notice))
                    return wantsMore
                }
                return (status, [])
            } catch {
                let (status, sentence) = place.explanation(of: error)
                return (status, [sentence])
            }
        }
    }
}
