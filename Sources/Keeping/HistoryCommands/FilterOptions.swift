package import Commands
import Formats
package import History
import Linux
import Notices
package import Settings

/// Which notices of a history a person wants, in every command that asks for some.
package struct FilterOptions: Sendable {
    static let since = Parameter<String?>.text(
        "since", letter: "s", placeholder: "TIME",
        summary: "Not what came before: a day, a time or how long ago, as in Docs/history.md")
    static let until = Parameter<String?>.text(
        "until", letter: "u", placeholder: "TIME",
        summary: "Not what came after; a day, a week, a month or a year is included as a whole")
    static let missed = Parameter<Bool>.flag("missed", summary: "Only calls that nobody took")
    static let calls = Parameter<Bool>.flag("calls", summary: "Only calls")

    static let sort = Parameter<HistoryOrder>.choice(
        "sort", placeholder: "BY", default: .sent,
        summary: "By when notices were sent, or received here; --since and --until mean the same")

    /// Those about times alone.
    package static let times = [since.option, until.option, sort.option]
    /// The options.
    package static let all =
        times + [
            NoticeChoice.category.option, NoticeChoice.app.option, NoticeChoice.phone.option,
            missed.option, calls.option,
        ]

    private let times: TimeOptions
    private let order: HistoryOrder
    private let categories: [String]
    private let apps: [String]
    private let phones: [String]
    private let isMissed: Bool
    private let isCalls: Bool

    /// - Parameter arguments: of a command that takes `all`, or `times` alone.
    package init(_ arguments: ParsedArguments) {
        times = TimeOptions(arguments)
        order = arguments[Self.sort]
        categories = arguments[NoticeChoice.category]
        apps = arguments[NoticeChoice.app]
        phones = arguments[NoticeChoice.phone]
        isMissed = arguments[Self.missed]
        isCalls = arguments[Self.calls]
    }

    /// What makes no sense, as a sentence.
    package struct Problem: Error, CustomStringConvertible {
        /// The sentence.
        package let description: String
    }

    /// Does something with what options mean, or says what makes no sense about them.
    package static func attempt(_ body: () throws(Problem) -> ExitStatus) -> ExitStatus {
        do throws(Problem) {
            return try body()
        } catch {
            Messages.say("\(error)")
            return .usage
        }
    }

    /// The filter, by the clock of the moment.
    package func filter(limit: Int?) throws(Problem) -> HistoryFilter {
        try filter(TimeWords(), limit: limit)
    }

    /// The filter, by the clock of those words.
    func filter(
        _ words: TimeWords = TimeWords(), limit: Int? = nil
    ) throws(Problem) -> HistoryFilter {
        if let sentence = NoticeChoice.problem(with: categories) {
            throw Problem(description: sentence)
        }
        var filter = HistoryFilter()
        filter.limit = limit
        filter.order = order
        filter.categories = Set(categories.compactMap { Category(named: $0) })
        (filter.apps, filter.phones) = (apps, phones)
        (filter.onlyMissed, filter.onlyCalls) = (isMissed, isCalls)
        (filter.since, filter.until) = try times.span(words)
        return filter
    }
}

extension TimeWords {
    /// What words given for an option mean.
    func span(_ text: String, of option: String) throws(FilterOptions.Problem) -> TimeMeaning {
        if let span = span(text) { return span }
        let near = near(text).map { "; did you mean \($0)?" } ?? ""
        throw FilterOptions.Problem(
            description: "\(option) wants \(Self.possible), not \(text.quoted)" + near)
    }
}
