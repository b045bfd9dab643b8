package import Commands
import Configuration
import Control
import Formats
import History
import HistoryCommands
import JSON
import Linux
import Notices
import Outlets
package import Settings

/// Command line of `rules test`.
package struct RulesTestCommand: Sendable {
    private static let examples = Parameter<Int?>.integer(
        "number", letter: "n", in: 0...RuleTrial.exampleLimit,
        summary: "Show the newest N matches of each rule; on a terminal 3 by default")

    /// Command table entry of `rules`.
    package static let command = Command(
        name: "rules", summary: "Test the rules of the configuration",
        commands: [
            Command(
                name: "test", summary: "Show what the rules would do with the stored notifications",
                details: [
                    "Every stored notification is evaluated again with the rules, quiet hours, "
                        + "duplicates and rate of the configuration, as of its arrival. Nothing "
                        + "is changed, and no bridge is needed.",
                    "What rules dropped then, and what was not stored, is not in the history; what "
                        + "was hidden or renamed is there as it was shown.",
                ],
                examples: [
                    Command.Example(
                        "callboard rules test --since 'last week'", "the current rules"),
                    Command.Example(
                        "callboard rules test --config new.conf -n 10", "those of a draft"),
                    Command.Example(
                        "callboard rules test --json | jq .rules", "for programs"),
                ],
                options: [
                    SettingsFile.parameter.option, HistoryPlace.parameter.option,
                ] + FilterOptions.all + [examples.option, JSONChoice.lines.option])
        ])

    /// Default number of examples on a terminal.
    private static let usualExamples = 3

    private let file: SettingsFile
    private let place: HistoryPlace
    private let choice: FilterOptions
    private let examples: Int?
    private let writesLines: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        file = SettingsFile(arguments)
        place = HistoryPlace(arguments)
        choice = FilterOptions(arguments)
        examples = arguments[Self.examples]
        writesLines = arguments[JSONChoice.lines]
    }

    /// Evaluates the stored notifications and prints the result.
    package func run() -> ExitStatus {
        let settings: BridgeSettings
        do throws(SettingsFile.Failure) {
            settings = try file.read()
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        return FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter(limit: nil)
            return place.look { (reader) throws(HistoryError) in
                try judge(reader, filter, settings)
            }
        }
    }

    private func judge(
        _ reader: HistoryReader, _ filter: HistoryFilter, _ settings: BridgeSettings
    ) throws(HistoryError) -> ExitStatus {
        let isTerminal = Terminal.isTerminal(StandardStream.output.rawValue) && !writesLines
        var trial = RuleTrial(
            settings.rules, settings.general,
            exampleCount: examples ?? (isTerminal ? Self.usualExamples : 0))
        try reader.inPortions(after: nil, filter) { notice in
            trial.take(notice)
            return true
        }
        if writesLines { return Messages.print(line(trial, filter)) }
        guard trial.count > 0 else {
            Messages.say("the history has no notification that matches")
            return .success
        }
        let finished = trial
        return LongOutput.write { output in
            do throws(HistoryError) {
                let page = RuleTrialPage(
                    trial: finished, configuration: file.path, columns: output.columns,
                    isColored: output.isColored)
                _ = output.write(try page.bytes())
                return (.success, [])
            } catch {
                let (status, sentence) = place.explanation(of: error)
                return (status, [sentence])
            }
        }
    }

    /// Returns the trial as one JSON object.
    private func line(_ trial: RuleTrial, _ filter: HistoryFilter) -> String {
        JSONWriter.lineText { writer in
            writer.member("configuration", file.path)
            writer.member("history", place.folder)
            if let since = filter.since { writer.member("since", since.timestamp) }
            if let until = filter.until { writer.member("until", until.timestamp) }
            writer.member("notices", trial.count)
            writer.member("without_words", trial.withoutWords)
            StatusRules(trial.counters).writeFields(to: &writer)
            writer.array("rules") { writer in
                for outcome in trial.outcomes { outcome.write(to: &writer) }
            }
        }
    }
}

extension RuleTrial.Outcome {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", rule.name)
            writer.member("action", rule.action.words)
            writer.member("hits", hits)
            writer.objects("examples", examples.map(\.notice)) { writer, notice in
                writer.member("id", notice.id.description)
                writer.member("received", notice.received.timestamp)
                writer.member("app_id", notice.appID.string)
                writer.member("title", notice.title.string)
            }
        }
    }
}
