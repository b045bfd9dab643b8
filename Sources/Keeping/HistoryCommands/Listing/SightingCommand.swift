import Commands
import Formats
import History
import Linux
import Settings

/// What a person can choose about `history beacons`.
struct SightingCommand: Sendable {
    private static let words = Operand(
        "WORD", kind: .text, isOptional: true, isRepeatable: true,
        summary: "Only what has all these words: a name, a region, left, back, home, away")

    /// The command's entry in the table.
    static let command = Command(
        name: "beacons", summary: "Show what was told of beacons, things and persons, newest first",
        details: [
            "What came near, left, came back or was held to the host, and who came home or went. How near "
                + "something was from second to second is not kept. callboard stats has what it comes "
                + "to: how long each person was at home, and where each thing was last.",
            "Words are found as callboard search finds them. The status is 1 where none was found.",
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

    /// Shows what is asked for.
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
                    ? "nothing of that time was told of beacons"
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
