package import Commands
import Formats
import History
import Linux
package import Settings

/// What a person can choose about `search`.
package struct SearchCommand: Sendable {
    private static let words = Operand(
        "WORD", kind: .text, isRepeatable: true,
        summary: "What must be in the notice; words in quotation marks one after another")

    /// The command's entry in the table.
    package static let command = Command(
        name: "search", summary: "Find kept notices by words, newest first",
        details: [
            "All the words must be in the title, the subtitle, the message or the app's name, in "
                + "any "
                + "order; the last may be only the beginning of one. Case and accents do not "
                + "matter, "
                + "so muller finds Müller; part of a telephone number finds the number. Nothing "
                + "that "
                + "is typed is wrong: signs are looked for as they stand.",
            "How many were found goes to standard error, and whether the words are in what was told of "
                + "beacons. The status is 1 where no notice was found.",
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

    /// The command with these arguments, about the history in this place.
    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        words = SearchWords(arguments[Self.words].joined(separator: " "))
        format = JSONChoice.format(arguments)
        isWhole = arguments[HistoryListCommand.full]
        limit = arguments[HistoryListCommand.limit]
        choice = FilterOptions(arguments)
    }

    /// Shows what is found.
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
                    // Who reads no further was not shown the rest, and knows it.
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
    /// Where else the words are; nil where they are not, or only some notices were asked for.
    private func beaconHint(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> String? {
        guard filter.isAboutAll else { return nil }
        var sightings = SightingFilter()
        (sightings.since, sightings.until) = (filter.since, filter.until)
        sightings.words = words
        guard try reader.hasSighting(sightings) else { return nil }
        return "there is more in what was told of beacons: "
            + "callboard history beacons \(ShellWord(words.typed.printable).quoted)"
    }
}

extension HistoryFilter {
    /// Whether notices of every kind are wanted.
    fileprivate var isAboutAll: Bool {
        categories.isEmpty && apps.isEmpty && phones.isEmpty && !onlyMissed && !onlyCalls
    }
}

/// How many a search has found, as a sentence.
package struct SearchReport: CustomStringConvertible {
    var shown: Int
    /// How many there are, where that is more than were shown.
    var total: Int?
    /// Whether it was ended before everything was looked at.
    var isCut: Bool
    /// What was probably meant, where nothing was found.
    var meant: String?

    /// That nothing was found, and what was probably meant.
    package static func nothing(meant: String?) -> Self {
        Self(shown: 0, isCut: false, meant: meant)
    }

    /// The sentence, without a full stop.
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
