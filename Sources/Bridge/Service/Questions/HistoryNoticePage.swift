import Control
import Formats
import History
import HistoryCommands
import JSON
import Linux
import Notices

/// Query for a page of stored notifications, newest first.
struct HistoryNoticePage: HistoryQuestion {
    /// Byte limit of the notifications in an answer; the first one is always included.
    static let byteLimit = 1 << 20

    private let words: SearchWords?
    private let filter: HistoryFilter
    private let limit: Int
    private let sight: NoticeSight

    /// Interprets a request.
    init(_ wish: HistoryRequest) throws(ControlRefusal) {
        var filter = try HistoryFilter(since: wish.since, until: wish.until)
        filter.onlyCalls = wish.calls
        if let text = wish.before {
            guard let place = ListPosition(text: text) else {
                throw ControlRefusal(
                    .badRequest, "before must be the value of next in an earlier answer")
            }
            filter.before = place
        }
        self.filter = filter
        words = wish.words.map(SearchWords.init)
        limit = wish.limit ?? HistoryRequest.usualLimit
        sight = wish.codes == .hide ? .withoutCodes : .whole
    }

    var advice: String { words == nil ? "less time" : "less time, or rarer words" }

    var answerOfNothing: HistoryAnswer { Gathering(limit, sight).answer }

    func answer(
        from reader: HistoryReader, within patience: Duration
    ) throws(HistoryError) -> HistoryAnswer? {
        var (filter, page) = (filter, Gathering(limit, sight))
        if let words {
            // Hits come in order of arrival, so the newest by sent time are known only at the end.
            filter.limit = .max
            let end = try reader.search(
                words, filter, seen: sight, within: patience
            ) { page.take($0) }
            if end == .cut { return nil }
            // The suggestion may exceed the time limit; the empty answer is valid without it.
            if page.isEmpty, filter.before == nil {
                page.meant = try? reader.suggestion(for: words, in: filter, seen: sight)
            }
        } else {
            filter.limit = limit + 1
            try reader.notices(filter) { page.take($0) }
        }
        return page.answer
    }

    /// Collection of notifications up to the limits of a page.
    private struct Gathering {
        private let limit: Int
        private let sight: NoticeSight
        private let format = JSONFormat(showsSource: false)
        private var notices: [[UInt8]] = []
        private var byteCount = 0
        private var last: ListPosition?
        private var hasMore = false
        /// Similar words that would find something, suggested if nothing was found; nil otherwise.
        var meant: String?

        var isEmpty: Bool { notices.isEmpty }

        init(_ limit: Int, _ sight: NoticeSight) {
            self.limit = limit
            self.sight = sight
        }

        /// Adds a notification; returns false, and adds nothing, if the page is full.
        mutating func take(_ stored: StoredNotice) -> Bool {
            guard notices.count < limit else {
                hasMore = true
                return false
            }
            let notice = format.object(
                for: sight == .withoutCodes ? stored.event.withoutCode : stored.event)
            guard notices.isEmpty || byteCount + notice.count <= HistoryNoticePage.byteLimit else {
                hasMore = true
                return false
            }
            notices.append(notice)
            byteCount += notice.count + 1
            last = stored.place(in: .sent)
            return true
        }

        var answer: HistoryAnswer {
            var answer = HistoryAnswer()
            answer.add("notices") { writer in
                writer.array { writer in
                    for notice in notices { writer.value(written: notice) }
                }
            }
            if hasMore, let last { answer.add("next") { $0.value(last.text) } }
            if let meant { answer.add("meant") { $0.value(meant) } }
            return answer
        }
    }
}
