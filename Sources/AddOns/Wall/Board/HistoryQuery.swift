import Control
import Formats
import Linux
import Notices
import Web

/// A query of the history, from the URL of a request.
struct HistoryQuery: Hashable, Sendable {
    /// An error in a query.
    struct Mistake: Error {
        let sentence: String
    }

    let words: String?
    private(set) var since: WallTime?
    private(set) var until: WallTime?
    let calls: Bool
    let limit: Int?
    let before: String?
    private let isAsRows: Bool

    /// Parses a query.
    ///
    /// Days are in the time zone of this host; the last one is included.
    init(_ query: [String: String]) throws(Mistake) {
        let words = query["search"]?.filter { !$0.isNewline } ?? ""
        guard words.utf8.count <= ControlLimits.words else {
            throw Mistake(sentence: "search must have at most \(ControlLimits.words) bytes")
        }
        self.words = words.allSatisfy(\.isWhitespace) ? nil : words
        calls = query["calls"] == "yes"
        before = query["before"]
        isAsRows = query["as"] == "rows"
        if let text = query["limit"] {
            guard let limit = Int(text), HistoryRequest.limits.contains(limit) else {
                let limits = HistoryRequest.limits
                throw Mistake(
                    sentence: "limit must be from \(limits.lowerBound) to \(limits.upperBound)")
            }
            self.limit = limit
        } else {
            limit = nil
        }
        since = try Self.moment(query["since"], of: "since", isEnd: false)
        until = try Self.moment(query["until"], of: "until", isEnd: true)
    }

    /// Response with the answer about the history, as rows of the page if `as=rows`.
    func response(_ answer: [UInt8]) -> WebResponse {
        .json(isAsRows ? RowMarkup.rows(of: answer, at: WallTime.now) : answer)
    }

    /// Request for a page of notifications.
    ///
    /// - Parameter codes: whether one-time codes are shown.
    func page(_ codes: CodeDisplay) -> HistoryRequest {
        HistoryRequest(
            words: words, since: since?.timestamp, until: until?.timestamp, calls: calls,
            limit: limit, before: before, codes: codes == .hide ? .hide : .show)
    }

    /// Request for statistics.
    func statistics(as form: StatisticsRequest.Form) -> StatisticsRequest {
        StatisticsRequest(since: since?.timestamp, until: until?.timestamp, as: form)
    }

    /// Parses a day, as browsers write it, or a timestamp, as events have it.
    private static func moment(
        _ text: String?, of name: String, isEnd: Bool
    ) throws(Mistake) -> WallTime? {
        guard let text, !text.isEmpty else { return nil }
        if let moment = WallTime(timestamp: text) { return moment }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else {
            throw Mistake(sentence: "\(name) must be a day such as 2026-11-26")
        }
        let day = LocalDay(year: numbers[0], month: numbers[1], day: numbers[2])
        guard day.date == (numbers[0], numbers[1], numbers[2]) else {
            throw Mistake(sentence: "\(name) must be a valid day such as 2026-11-26")
        }
        return day.advanced(by: isEnd ? 1 : 0).moment()
    }
}
