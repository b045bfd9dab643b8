import Commands
import Formats
import History
import HistoryCommands
import JSON
import Linux
import Notices
import PostgreSQL
import Settings

/// Commands `history` and `search` of a central database.
struct CentralHistory {
    static let site = Parameter<[String]>.texts(
        "site", placeholder: "SITE", summary: "Only this site; may be given several times")
    static let bridge = Parameter<[String]>.texts(
        "bridge", placeholder: "BRIDGE", summary: "Only this bridge; may be given several times")
    static let words = Operand(
        "WORD", kind: .text, isRepeatable: true,
        summary: "Words that must all match; put a phrase in quotation marks")

    static let suggest = Parameter<Bool>.flag(
        "suggest",
        summary: "If nothing is found, print a suggestion as a line of JSON: {\"meant\":WORDS}")

    /// Whether a search matches one-time codes.
    static let codes = Parameter<CodeDisplay>.choice(
        "codes", placeholder: "CHOICE", default: .show,
        summary: "With hide, do not match one-time codes, for a page that hides them")

    /// Options of both commands.
    static let options =
        [site.option, bridge.option] + FilterOptions.all + [
            HistoryListCommand.limit.option, HistoryListCommand.full.option,
            JSONChoice.format.option,
            JSONChoice.json.option,
        ]

    private let format: OutputFormat
    private let isWhole: Bool
    private let words: SearchWords?
    /// Whether a suggestion is also printed as a line of JSON.
    private let suggests: Bool
    /// The visible part of notifications in a search.
    private let sight: NoticeSight
    private let filter: CentralFilter
    private let central: CentralAnswers

    /// Maximum bytes of search words from standard input.
    private static let inputLimit = 16 << 10

    /// Searches for the words of the command line, or of standard input.
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

    /// Lists or searches notifications.
    ///
    /// - Parameter words: the search words; nil for a list.
    static func run(_ arguments: ParsedArguments, words: SearchWords?) -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            var filter = try filter(arguments, limit: arguments[HistoryListCommand.limit])
            if let words {
                guard !words.isEmpty else { return nothing(words, []) }
                guard let folder = try? WordFolder() else { return .failure }
                filter.words = folder.query(for: words)
            }
            // A search has a time limit, since a user is waiting. A list is read for as long as its
            // reader turns pages.
            return CentralFile(arguments).asking(within: words == nil ? nil : searchTime) {
                (_, central) throws(ServerFailure) in
                try CentralHistory(
                    format: JSONChoice.format(arguments),
                    isWhole: arguments[HistoryListCommand.full],
                    words: words, suggests: words != nil && arguments[Self.suggest],
                    sight: words != nil && arguments[Self.codes] == .hide
                        ? .withoutCodes : .whole,
                    filter: filter, central: central
                ).run()
            }
        }
    }

    /// Filter from the command line, for every command of a central database.
    static func filter(
        _ arguments: ParsedArguments, limit: Int?
    ) throws(FilterOptions.Problem) -> CentralFilter {
        var filter = places(arguments)
        filter.notices = try FilterOptions(arguments).filter(limit: limit)
        return filter
    }

    /// Filter for all notifications of the given sites and bridges.
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
            let unknown = try central.wait { (server) throws(BatchFailure) in
                try await CentralNames.unknown(in: filter, of: server)
            }
            let meant = words.flatMap(suggestion)
            if suggests, let meant { _ = Messages.print(Self.suggestionLine(meant)) }
            return Self.nothing(words, unknown, meant: meant)
        }
        return LongOutput.write { output in
            do throws(HistoryError) {
                // The first page shows whether phones must be distinguished.
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
            let (status, sentence) = error.explanation(within: words == nil ? nil : Self.searchTime)
            return (status, [sentence])
        }
    }

    private func page(
        after place: CentralListPage.Place?, atMost count: Int
    ) throws(ServerFailure) -> CentralListPage {
        let (filter, words, sight) = (filter, words, sight)
        return try central.wait { (server) throws(BatchFailure) in
            let questions = CentralQuestions(server)
            guard let words, sight != .whole else {
                return try await questions.notices(filter, after: place, atMost: count)
            }
            return try await questions.notices(
                filter, with: words, seen: sight, after: place, atMost: count)
        }
    }

    /// Time limit of a search.
    static let searchTime: Duration = .seconds(5)

    /// Limit up to which hits are counted.
    private static let countLimit = 10_000

    /// Message with the number of hits.
    ///
    /// - Parameter isAll: whether the output accepted all hits up to the limit; false if the reader left early.
    private func found(_ shown: Int, isAll: Bool) throws(ServerFailure) -> String {
        // The count must not include notifications that are not visible.
        guard sight == .whole, !isAll || shown == filter.notices.limit else {
            return "found \(shown)"
        }
        let filter = filter
        let count = try central.wait { (server) throws(BatchFailure) in
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

    /// Suggested words, found among the notifications that were searched.
    private func suggestion(for words: SearchWords) -> String? {
        let (filter, sight) = (filter, sight)
        return try? central.wait { server in
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
            words == nil ? "no notifications match" : "\(SearchReport.nothing(meant: meant))"
        Messages.say(([nothing] + unknown).joined(separator: "\n"))
        return words == nil && unknown.isEmpty ? .success : .failure
    }
}
