import Commands
import Formats
import History
import Linux
import Settings

/// The command `history beacons`.
struct SightingCommand: Sendable {
    private static let words = Operand(
        "WORD", kind: .text, isOptional: true, isRepeatable: true,
        summary: "Only events with all these words: a name, a region, left, back, home, away")

    static let command = Command(
        name: "beacons", summary: "Show events of beacons, items and residents, newest first",
        details: [
            "Items that came near, left, came back or were held to the host, and residents "
                + "who came home or left. Changes of the distance are not stored. callboard stats "
                + "has a summary: how long each resident was at home, and where each item was last.",
            "Words are matched as in callboard search. The status is 1 if no event matches them.",
        ],
        examples: [
            Command.Example("callboard history beacons keys -n 1", "where are they?"),
            Command.Example("callboard history beacons mara --since monday", "when was she home?"),
            Command.Example("callboard history beacons --json | jq .zone", "for programs"),
        ],
        options: [
            FilterOptions.since.option, FilterOptions.until.option, HistoryListCommand.limit.option,
            JSONChoice.format.option, JSONChoice.json.option,
        ],
        operands: [words])

    private let place: HistoryPlace
    private let words: SearchWords
    private let format: OutputFormat
    private let limit: Int?
    private let times: TimeOptions

    init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        words = SearchWords(arguments[Self.words].joined(separator: " "))
        format = JSONChoice.format(arguments)
        limit = arguments[HistoryListCommand.limit]
        times = TimeOptions(arguments)
    }

    func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            var filter = SightingFilter()
            (filter.since, filter.until) = try times.span()
            filter.limit = limit
            filter.words = words.isEmpty ? nil : words
            return place.look { [filter] (reader) throws(HistoryError) in
                try show(reader, filter)
            }
        }
    }

    private func show(
        _ reader: HistoryReader, _ filter: SightingFilter
    ) throws(HistoryError) -> ExitStatus {
        guard try reader.hasSighting(filter) else {
            Messages.say(
                filter.words == nil
                    ? "there are no beacon events in that time"
                    : "nothing was found" + (try SubjectNames(reader).advice(for: words)))
            return filter.words == nil ? .success : .failure
        }
        return LongOutput.write { output in
            do throws(HistoryError) {
                var lines = format.make(isColored: output.isColored)
                var headings = DayHeadings(isColored: output.isColored)
                var wantsMore = output.write(lines.header)
                try reader.inPortions(filter) { sighting in
                    let day = format == .board ? headings.lines(above: sighting.at) : ""
                    wantsMore =
                        wantsMore
                        && output.write(
                            Array(day.utf8)
                                + lines.lines(for: sighting.event, columns: output.columns))
                    return wantsMore
                }
                return (.success, [])
            } catch {
                let (status, sentence) = place.explanation(of: error)
                return (status, [sentence])
            }
        }
    }
}
