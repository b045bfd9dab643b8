package import Commands
import Formats
import History
import Linux
package import Settings

/// The command `search`.
package struct SearchCommand: Sendable {
    private static let words = Operand(
        "WORD", kind: .text, isRepeatable: true,
        summary: "Word that must occur; words in quotation marks must be consecutive")

    package static let command = Command(
        name: "search", summary: "Find stored notifications by words, newest first",
        details: [
            "All the words must be in the title, the subtitle, the message or the app's name, in "
                + "any order; the last may be only the beginning of one. Case and accents do not "
                + "matter, so muller finds Müller; part of a telephone number finds the number. "
                + "Any input is valid: symbols are searched literally.",
            "The number of hits is printed to standard error, with a hint if beacon events match, "
                + "too. The status is 1 if no notification was found.",
        ],
        examples: [
            Command.Example("callboard search parcel", "all about parcels"),
            Command.Example("callboard search '\"see you\" eight'", "a phrase and a word"),
            Command.Example("callboard search 555 0134 --calls", "a number that called"),
        ],
        options: [HistoryPlace.parameter.option] + FilterOptions.all + [
            HistoryListCommand.limit.option, HistoryListCommand.full.option,
            JSONChoice.format.option,
            JSONChoice.json.option,
        ],
        operands: [words])

    private let place: HistoryPlace
    private let words: SearchWords
    private let format: OutputFormat
    private let limit: Int?
    private let isWhole: Bool
    private let choice: FilterOptions

    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        words = SearchWords(arguments[Self.words].joined(separator: " "))
        format = JSONChoice.format(arguments)
        isWhole = arguments[HistoryListCommand.full]
        limit = arguments[HistoryListCommand.limit]
        choice = FilterOptions(arguments)
    }

    package func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter(limit: limit)
            return place.look { (reader) throws(HistoryError) in try show(reader, filter) }
        }
    }

    private func show(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> ExitStatus {
        let first = try reader.firstHits(words, filter)
        guard !first.notices.isEmpty else {
            var report = SearchReport(shown: 0, isCut: first.end == .cut)
            if !report.isCut { report.meant = try reader.suggestion(for: words, in: filter) }
            let unknown = try UnknownNames.sentences(about: filter, of: reader)
            let beacons = try beaconHint(reader, filter).map { [$0] } ?? []
            Messages.say((["\(report)"] + unknown + beacons).joined(separator: "\n"))
            return .failure
        }
        return LongOutput.write { output in
            do throws(HistoryError) {
                var lines = try NoticeLines(
                    format, for: first.notices, in: filter.order, words: words,
                    isWhole: isWhole, columns: output.columns, isColored: output.isColored)
                var wantsMore = output.write(lines.header)
                var report = SearchReport(shown: 0, isCut: false)
                let end = try reader.hits(words, filter, from: first) { notice in
                    wantsMore = wantsMore && output.write(lines.lines(for: notice))
                    report.shown += 1
                    return wantsMore
                }
                report.isCut = end == .cut
                if report.shown == limit || !wantsMore {
                    try report.countAll(of: words, filter, in: reader)
                    // A reader that stopped early knows that the rest is missing.
                    if !wantsMore { report.shown = report.total ?? report.shown }
                }
                let beacons = try beaconHint(reader, filter).map { [$0] } ?? []
                return (.success, ["\(report)"] + beacons)
            } catch {
                let (status, sentence) = place.explanation(of: error)
                return (status, [sentence])
            }
        }
    }
}

extension SearchCommand {
    /// Returns a hint if beacon events match the words; nil if none match, or if the filter is about
    /// notifications alone, such as those of an app.
    private func beaconHint(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> String? {
        guard filter.isAboutAll else { return nil }
        var sightings = SightingFilter()
        (sightings.since, sightings.until) = (filter.since, filter.until)
        sightings.words = words
        guard try reader.hasSighting(sightings) else { return nil }
        return "beacon events match, too: "
            + "callboard history beacons \(ShellWord(words.typed.printable).quoted)"
    }
}

extension HistoryFilter {
    /// Whether the filter selects notifications by time alone.
    fileprivate var isAboutAll: Bool {
        categories.isEmpty && apps.isEmpty && phones.isEmpty && !onlyMissed && !onlyCalls
    }
}

/// Number of hits of a search, with its text.
package struct SearchReport: CustomStringConvertible {
    var shown: Int
    /// Number of all hits; nil if they were not counted, because all are shown.
    var total: Int?
    /// Whether the search ended at its time limit.
    var isCut: Bool
    /// Suggested words, if there were no hits.
    var meant: String?

    /// Creates the report of a search without hits.
    package static func nothing(meant: String?) -> Self {
        Self(shown: 0, isCut: false, meant: meant)
    }

    /// The report's text, without a full stop.
    package var description: String {
        let advice = "; --since, or one more word, finds the rest"
        if shown == 0 {
            return isCut
                ? "nothing was found before the time limit of a search" + advice
                : "nothing was found"
                    + (meant.map { "; did you mean \($0.printable.quoted)?" } ?? "")
        }
        let count = max(total ?? shown, shown)
        let found = "found \(isCut ? "at least " : "")\(count)"
        let newest = count > shown ? ", shown the newest \(shown)" : ""
        return found + newest + (isCut ? advice : "")
    }
}
