import Arguments
import Commands
import Formats
import History
import HistoryCommands
import JSON
import Linux
import Notices
import PostgreSQL

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

    /// What both can choose.
    static let options =
        [site.option, bridge.option] + FilterOptions.all + [
            HistoryOptions.limit.option, HistoryOptions.full.option, JSONChoice.format.option,
            JSONChoice.json.option,
        ]

    private let format: OutputFormat
    private let isWhole: Bool
    private let words: SearchWords?
    private var plan: ServerPlan
    private var filter = CentreFilter()

    /// Shows what was asked for.
    ///
    /// - Parameter words: what is looked for; nil where all is listed.
    static func run(_ arguments: ParsedArguments, words: SearchWords?) -> ExitStatus {
        CentralFile(arguments).asking { _, plan in
            FilterOptions.attempt { () throws(FilterOptions.Problem) in
                try CentralHistory(arguments, words, plan).run()
            }
        }
    }

    private init(
        _ arguments: ParsedArguments, _ words: SearchWords?, _ plan: ServerPlan
    ) throws(FilterOptions.Problem) {
        self.words = words
        self.plan = plan
        // Who types wants to read on; a list is read for as long as somebody turns its pages.
        if words != nil { self.plan.statementLimit = Self.searchTime }
        format = JSONChoice.format(arguments)
        isWhole = arguments[HistoryOptions.full]
        filter.notices = try FilterOptions(arguments).filter(limit: arguments[HistoryOptions.limit])
        filter.sites = arguments[Self.site]
        filter.bridges = arguments[Self.bridge]
    }

    private func run() -> ExitStatus {
        var filter = filter
        if let words {
            guard let folder = try? WordFolder() else { return .failure }
            filter.words = folder.query(for: words)
            if words.isEmpty { return nothing(filter) }
        }
        do throws(ServerFailure) {
            let reader = try CentreReader(plan)
            var first: [CentreNotice] = []
            var beginning = filter
            beginning.notices.limit = min(filter.notices.limit ?? .max, Self.firstPortion)
            try reader.notices(beginning) { notice in
                first.append(notice)
                return true
            }
            guard !first.isEmpty || format != .board && words == nil else { return nothing(filter) }
            return LongOutput.write { output in show(reader, filter, first, output) }
        } catch {
            return Self.end(error)
        }
    }

    /// Notices by which it is known whether phones must be told apart.
    private static let firstPortion = 250

    private func show(
        _ reader: CentreReader, _ filter: CentreFilter, _ first: [CentreNotice],
        _ output: LongOutput
    ) -> (ExitStatus, [String]) {
        do throws(HistoryError) {
            var lines = try NoticeLines(
                format, for: first.map(named), in: filter.notices.order, words: words,
                isWhole: isWhole, columns: output.columns, isColored: output.isColored)
            guard output.write(lines.header) else { return (.success, []) }
            var shown = 0
            var wantsMore = true
            do throws(ServerFailure) {
                try reader.notices(filter) { notice in
                    shown += 1
                    wantsMore = output.write(line(of: notice, &lines))
                    return wantsMore
                }
                _ = output.write(lines.footer)
                guard words != nil else { return (.success, []) }
                return (.success, [try found(shown, wantsMore, filter, reader)])
            } catch {
                return (Self.status(of: error), [Self.sentence(of: error)])
            }
        } catch {
            return (.failure, ["\(error)"])
        }
    }

    /// How long the centre may search.
    private static let searchTime: Duration = .seconds(5)

    /// Up to how many hits are counted.
    private static let countLimit = 10_000

    private func found(
        _ shown: Int, _ isWhole: Bool, _ filter: CentreFilter, _ reader: CentreReader
    ) throws(ServerFailure) -> String {
        guard !isWhole || shown == filter.notices.limit else { return "found \(shown)" }
        let count = try reader.count(filter, upTo: Self.countLimit)
        let all = count >= Self.countLimit ? "at least \(count)" : "\(max(count, shown))"
        return "found \(all)" + (count > shown ? ", shown the newest \(shown)" : "")
    }

    private func line(of notice: CentreNotice, _ lines: inout NoticeLines) -> [UInt8] {
        guard format == .json else { return lines.lines(for: named(notice)) }
        var line = lines.lines(for: notice.stored)
        guard let end = line.lastIndex(of: UInt8(ascii: "}")) else { return line }
        var place = JSONWriter()
        place.beginObject()
        place.member("site", notice.site)
        place.member("bridge", notice.bridge)
        place.endObject()
        line.replaceSubrange(end..., with: [UInt8(ascii: ",")] + place.bytes.dropFirst())
        return line + [UInt8(ascii: "\n")]
    }

    /// The notice as people are shown it: its phone with where that is.
    private func named(_ notice: CentreNotice) -> StoredNotice {
        notice.stored.onPhone(
            called: "\(notice.site)/\(notice.bridge) \(notice.stored.notice.phone)")
    }

    private func nothing(_ filter: CentreFilter) -> ExitStatus {
        Messages.say(words == nil ? "there are no such notices" : "nothing was found")
        return words == nil ? .success : .failure
    }

    private static func end(_ failure: ServerFailure) -> ExitStatus {
        Messages.say(sentence(of: failure))
        return status(of: failure)
    }

    private static func status(of failure: ServerFailure) -> ExitStatus {
        failure.endsConnection ? .unavailable : .failure
    }

    private static func sentence(of failure: ServerFailure) -> String {
        guard case .statement(.cancelled, _) = failure else { return "\(failure)" }
        return
            "the centre did not find more in \(searchTime.components.seconds) s; --since, or one more "
            + "word, finds the rest"
    }
}
