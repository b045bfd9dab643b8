package import Commands
import Formats
package import History
import Linux
import Notices
package import Settings

/// Options that select notifications of a history, shared by all commands that list them.
package struct FilterOptions: Sendable {
    package static let since = Parameter<String?>.text(
        "since", letter: "s", placeholder: "TIME",
        summary:
            "Only from this time on: a day, a time or how long ago, as in "
            + "Docs/reference/history-data.md")
    package static let until = Parameter<String?>.text(
        "until", letter: "u", placeholder: "TIME",
        summary: "Only up to this time; a day, a week, a month or a year is included as a whole")
    static let missed = Parameter<Bool>.flag("missed", summary: "Only missed calls")
    static let calls = Parameter<Bool>.flag("calls", summary: "Only calls")

    static let sort = Parameter<HistoryOrder>.choice(
        "sort", placeholder: "BY", default: .sent,
        summary: "Sort by time of sending or of arrival; --since and --until use the same time")

    /// The options for times and order.
    package static let times = [since.option, until.option, sort.option]
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

    /// Reads the options.
    ///
    /// - Parameter arguments: arguments of a command with the options `all` or `times`
    package init(_ arguments: ParsedArguments) {
        times = TimeOptions(arguments)
        order = arguments[Self.sort]
        categories = arguments[NoticeChoice.category]
        apps = arguments[NoticeChoice.app]
        phones = arguments[NoticeChoice.phone]
        isMissed = arguments[Self.missed]
        isCalls = arguments[Self.calls]
    }

    /// Error in the options.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs `body`; prints its error and returns the status for wrong usage.
    package static func attempt(_ body: () throws(Problem) -> ExitStatus) -> ExitStatus {
        do throws(Problem) {
            return try body()
        } catch {
            Messages.say("\(error)")
            return .usage
        }
    }

    /// Returns the filter, with relative times counted from now.
    ///
    /// - Parameter limit: largest number of notifications; nil for all
    package func filter(limit: Int?) throws(Problem) -> HistoryFilter {
        try filter(TimeWords(), limit: limit)
    }

    /// Returns the filter, with times as `words` understands them.
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
    /// Returns the meaning of an option's value; throws an error that suggests a near word.
    ///
    /// - Parameter option: the option with its dashes, for the error
    func span(_ text: String, of option: String) throws(FilterOptions.Problem) -> TimeMeaning {
        if let span = span(text) { return span }
        let near = near(text).map { "; did you mean \($0)?" } ?? ""
        throw FilterOptions.Problem(
            description: "\(option) must be \(Self.possible), not \(text.quoted)" + near)
    }
}
