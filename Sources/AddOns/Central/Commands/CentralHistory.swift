import Commands
import Formats
import History
import HistoryCommands
import JSON
import Linux
import Notices
import PostgreSQL
import Settings

/// The commands `history` and `search` of a centre: the same as those of one history, for many.
struct CentralHistory {
    /// Only these sites.
    static let site = Parameter<[String]>.texts(
        "site", placeholder: "SITE", summary: "Only this site; may be given several times")
    /// Only these bridges.
    static let bridge = Parameter<[String]>.texts(
        "bridge", placeholder: "BRIDGE", summary: "Only this bridge; may be given several times")
    /// What is looked for.
    static let words = Operand(
        "WORD", kind: .text, isRepeatable: true,
        summary: "What must be in the notice; words in quotation marks one after another")

    /// Whether a search that finds nothing prints a suggestion for programs.
    static let suggest = Parameter<Bool>.flag(
        "suggest",
        summary: "If nothing is found, print a suggestion as a line of JSON: {\"meant\":WORDS}")

    /// Whether one-time codes are found.
    static let codes = Parameter<CodeDisplay>.choice(
        "codes", placeholder: "CHOICE", default: .show,
        summary: "With hide, find no notice by its one-time code, for a page that does not show it")

    /// What both can choose.
    static let options =
        [site.option, bridge.option] + FilterOptions.all + [
            HistoryListCommand.limit.option, HistoryListCommand.full.option,
            JSONChoice.format.option,
            JSONChoice.json.option,
        ]

    private let format: OutputFormat
    private let isWhole: Bool
    private let words: SearchWords?
    /// Whether programs read what was probably meant.
    private let suggests: Bool
    /// What is seen of notices by those for whom is searched.
    private let sight: NoticeSight
    private let filter: CentralFilter
    private let centre: CentralAnswers

    /// Bytes of words that are read from standard input at most.
    private static let inputLimit = 16 << 10

    /// Shows what has the words of the command line in it, or those of standard input.
    static func search(_ arguments: ParsedArguments) -> ExitStatus {
        var words = arguments[Self.words].joined(separator: " ")
        if words == "-" {
            do throws(Errno) {
                words = try input()
            } catch {
                Messages.say("standard input cannot be read: \(error)")
                return .noInput
            }
        }
        return run(arguments, words: SearchWords(words))
    }

    private static func input() throws(Errno) -> String {
        var bytes: [UInt8] = []
        while bytes.count < inputLimit {
            let more = try StandardStream.input.read(upTo: inputLimit - bytes.count)
            guard !more.isEmpty else { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Shows what was asked for.
    ///
    /// - Parameter words: what is looked for; nil where all is listed.
    static func run(_ arguments: ParsedArguments, words: SearchWords?) -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            var filter = try filter(arguments, limit: arguments[HistoryListCommand.limit])
            if let words {
                guard !words.isEmpty else { return nothing(words, []) }
                guard let folder = try? WordFolder() else { return .failure }
                filter.words = folder.query(for: words)
            }
            // Who types wants to read on; a list is read for as long as somebody turns its pages.
            return CentralFile(arguments).asking(within: words == nil ? nil : searchTime) {
                (_, centre) throws(ServerFailure) in
                try CentralHistory(
                    format: JSONChoice.format(arguments),
                    isWhole: arguments[HistoryListCommand.full],
                    words: words, suggests: words != nil && arguments[Self.suggest],
                    sight: words != nil && arguments[Self.codes] == .hide
                        ? .withoutCodes : .whole,
                    filter: filter, centre: centre
                ).run()
            }
        }
    }

    /// Which notices are meant, as every command of a centre has it.
    static func filter(
        _ arguments: ParsedArguments, limit: Int?
    ) throws(FilterOptions.Problem) -> CentralFilter {
        var filter = places(arguments)
        filter.notices = try FilterOptions(arguments).filter(limit: limit)
        return filter
    }

    /// All notices of the sites and bridges that are meant.
    static func places(_ arguments: ParsedArguments) -> CentralFilter {
        var filter = CentralFilter()
        filter.sites = arguments[site]
        filter.bridges = arguments[bridge]
        return filter
    }

    private func run() throws(ServerFailure) -> ExitStatus {
        let first = try page(after: nil, atMost: filter.notices.limit ?? .max)
        guard !first.notices.isEmpty || format != .board && words == nil else {
            let filter = filter
            let unknown = try centre.wait { (server) throws(BatchFailure) in
                try await CentralNames.unknown(in: filter, of: server)
            }
            let meant = words.flatMap(suggestion)
            if suggests, let meant { _ = Messages.print(Self.suggestionLine(meant)) }
            return Self.nothing(words, unknown, meant: meant)
        }
        return LongOutput.write { output in
            do throws(HistoryError) {
                // By the first it is known whether phones must be told apart.
                var lines = try NoticeLines(
                    format, for: first.notices.map(\.named), in: filter.notices.order,
                    areOfMany: true, words: words,
                    isWhole: isWhole, columns: output.columns, isColored: output.isColored)
                return show(first, &lines, output)
            } catch {
                return (.failure, ["\(error)"])
            }
        }
    }

    private func show(
        _ first: CentralListPage, _ lines: inout NoticeLines, _ output: LongOutput
    ) -> (ExitStatus, [String]) {
        do throws(ServerFailure) {
            var (page, shown) = (first, 0)
            var wantsMore = output.write(lines.header)
            while wantsMore {
                for notice in page.notices where wantsMore {
                    shown += 1
                    wantsMore = output.write(line(of: notice, &lines))
                }
                guard wantsMore, let next = page.next, shown < filter.notices.limit ?? .max else {
                    break
                }
                page = try self.page(
                    after: next, atMost: (filter.notices.limit ?? .max) - shown)
            }
            guard words != nil else { return (.success, []) }
            return (.success, [try found(shown, isAll: wantsMore)])
        } catch {
            let (status, sentence) = error.explanation(within: Self.searchTime)
            return (status, [sentence])
        }
    }

    private func page(
        after place: CentralListPage.Place?, atMost count: Int
    ) throws(ServerFailure) -> CentralListPage {
        let (filter, words, sight) = (filter, words, sight)
        return try centre.wait { (server) throws(BatchFailure) in
            let questions = CentralQuestions(server)
            guard let words, sight != .whole else {
                return try await questions.notices(filter, after: place, atMost: count)
            }
            return try await questions.notices(
                filter, with: words, seen: sight, after: place, atMost: count)
        }
    }

    /// How long the centre may search.
    static let searchTime: Duration = .seconds(5)

    /// Up to how many hits are counted.
    private static let countLimit = 10_000

    /// - Parameter isAll: whether everything was shown, as far as nobody wanted less.
    private func found(_ shown: Int, isAll: Bool) throws(ServerFailure) -> String {
        // Those that are not seen must not be counted either.
        guard sight == .whole, !isAll || shown == filter.notices.limit else {
            return "found \(shown)"
        }
        let filter = filter
        let count = try centre.wait { (server) throws(BatchFailure) in
            try await CentralQuestions(server).count(filter, upTo: Self.countLimit)
        }
        let all = count >= Self.countLimit ? "at least \(count)" : "\(max(count, shown))"
        return "found \(all)" + (count > shown ? ", shown the newest \(shown)" : "")
    }

    private func line(of notice: CentralNotice, _ lines: inout NoticeLines) -> [UInt8] {
        format.hasFields
            ? lines.lines(for: notice.stored, from: notice.origin)
            : lines.lines(for: notice.named)
    }

    /// The words that were probably meant, among the notices that were searched.
    private func suggestion(for words: SearchWords) -> String? {
        let (filter, sight) = (filter, sight)
        return try? centre.wait { server in
            await CentralQuestions(server).suggestion(for: words, in: filter, seen: sight)
        }
    }

    private static func suggestionLine(_ meant: String) -> String {
        JSONWriter.lineText { writer in
            writer.member("meant", meant)
        }
    }

    private static func nothing(
        _ words: SearchWords?, _ unknown: [String], meant: String? = nil
    ) -> ExitStatus {
        let nothing =
            words == nil ? "there are no such notices" : "\(SearchReport.nothing(meant: meant))"
        Messages.say(([nothing] + unknown).joined(separator: "\n"))
        return words == nil && unknown.isEmpty ? .success : .failure
    }
}
