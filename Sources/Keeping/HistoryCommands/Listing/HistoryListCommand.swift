package import Commands
import Formats
import History
import Linux
package import Settings

/// What a person can choose about `history`.
package struct HistoryListCommand: Sendable {
    /// The option that says how many notices are shown.
    package static let limit = Parameter<Int?>.integer(
        "number", letter: "n", in: 1...1_000_000, summary: "Only the newest N")
    static let follow = Parameter<Bool>.flag(
        "follow", letter: "f",
        summary: "Go on with what comes; begin with the newest 10, or as -n says, oldest first")

    /// The option that has nothing cut.
    package static let full = Parameter<Bool>.flag(
        "full", summary: "All of each text on a terminal, in as many lines as it takes")

    /// The command's entry in the table.
    package static let command = Command(
        name: "history", summary: "Show the notices that were kept, newest first",
        details: [
            "Each notice is shown once, in its latest state. On a terminal a pager shows them: $PAGER, "
                + "or less where that is not set; an empty PAGER is none. A text has three lines there; "
                + "with --full it has all of them.",
            "TIME is today, yesterday, monday, last monday, this week, last month, march, 2h, 30min, 3 "
                + "days, 14:30, yesterday 14:30, 2026, 2026-11, 2026-11-03 or 2026-11-03 14:30: "
                + "Docs/history.md. It needs no running bridge, and does not disturb one.",
        ],
        examples: [
            Command.Example("callboard history --since yesterday", "two days, for people"),
            Command.Example(
                "callboard history --missed --since 'last monday'", "calls that nobody took"),
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

    /// What is shown first where more is to come.
    static let followedLimit = 10

    let place: HistoryPlace
    let format: OutputFormat
    let limit: Int?
    private let choice: FilterOptions
    let isWhole: Bool
    private let follows: Bool

    /// The command with these arguments, about the history in this place.
    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        format = JSONChoice.format(arguments)
        limit = arguments[Self.limit]
        choice = FilterOptions(arguments)
        isWhole = arguments[Self.full]
        follows = arguments[Self.follow]
    }

    /// Shows what is asked for.
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
                Messages.say("no notice of that kind was kept")
            }
            // A pager would show an empty page, and nothing is of a name that there is not.
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
