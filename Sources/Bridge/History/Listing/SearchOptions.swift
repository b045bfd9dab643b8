package import Arguments
import History
import Linux
import Outlets

/// What a person can choose about `search`.
package struct SearchOptions: Sendable {
    private static let words = Operand(
        "WORD", kind: .text, isRepeatable: true,
        summary: "What must be in the notice; words in quotation marks one after another")

    /// The command's entry in the table.
    package static let command = Command(
        name: "search", summary: "Find kept notices by words, newest first",
        details: [
            "All the words must be in the title, the subtitle, the message or the app's name, in any "
                + "order; the last may be only the beginning of one. Case and accents do not matter, "
                + "so muller finds Müller; part of a telephone number finds the number. Nothing that "
                + "is typed is wrong: signs are looked for as they stand.",
            "How many were found goes to standard error. The status is 1 where that is none.",
        ],
        examples: [
            Command.Example("callboard search parcel", "all about parcels"),
            Command.Example("callboard search '\"see you\" eight'", "a phrase and a word"),
            Command.Example("callboard search 555 0134 --calls", "a number that called"),
        ],
        options: [HistoryPlace.parameter.option] + FilterOptions.all + [
            HistoryOptions.limit.option, DemoOptions.format.option,
        ],
        operands: [words])

    private let place: HistoryPlace
    private let words: SearchWords
    private let format: OutputFormat
    private let limit: Int?
    private let choice: FilterOptions

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        place = HistoryPlace(arguments)
        words = SearchWords(arguments[Self.words].joined(separator: " "))
        format = arguments[DemoOptions.format]
        limit = arguments[HistoryOptions.limit]
        choice = FilterOptions(arguments)
    }

    /// Shows what is found.
    package func run() -> ExitStatus {
        var filter: HistoryFilter
        do throws(FilterOptions.Problem) {
            filter = try choice.filter()
        } catch {
            Messages.say("\(error)")
            return .usage
        }
        filter.limit = limit
        return place.look { (reader) throws(HistoryError) in
            var found: [StoredNotice] = []
            let end = try reader.search(words, filter) { notice in
                found.append(notice)
                return true
            }
            var sentence = SearchReport(shown: found.count, isCut: end == .cut)
            if let limit, found.count == limit {
                let all = try reader.count(of: words, filter)
                sentence.total = max(all.count, found.count)
                sentence.isCut = all.end == .cut
            }
            if found.isEmpty {
                Messages.say("\(sentence)")
                return .failure
            }
            return try show(found, "\(sentence)")
        }
    }

    private func show(_ found: [StoredNotice], _ sentence: String) throws(HistoryError)
        -> ExitStatus
    {
        LongOutput.write { output in
            do throws(HistoryError) {
                var lines = try NoticeLines(
                    format, for: found, words: words, columns: output.columns,
                    isColored: output.isColored)
                var wantsMore = output.write(lines.header)
                for notice in found where wantsMore {
                    wantsMore = output.write(lines.lines(for: notice))
                }
                _ = output.write(lines.footer)
                return (.success, [sentence])
            } catch {
                let (status, sentence) = place.explanation(of: error)
                return (status, [sentence])
            }
        }
    }
}

/// How many a search has found, as a sentence.
struct SearchReport: CustomStringConvertible {
    let shown: Int
    /// How many there are, where that is more than were shown.
    var total: Int?
    /// Whether it was ended before everything was looked at.
    var isCut: Bool

    var description: String {
        let advice = "; --since, or one more word, finds the rest"
        if shown == 0 {
            return isCut
                ? "nothing was found in the time a search may take" + advice
                : "nothing was found"
        }
        let count = max(total ?? shown, shown)
        let found = "found \(isCut ? "at least " : "")\(count)"
        let newest = count > shown ? ", shown the newest \(shown)" : ""
        return found + newest + (isCut ? advice : "")
    }
}
