package import History
package import Notices

extension HistoryReader {
    /// Notices that are read at once; between two portions the file is free, however long somebody
    /// takes to read them.
    private static let portion = 256

    /// Hands over notices, the newest first, until `take` has had enough.
    package func inPortions(
        _ filter: HistoryFilter, _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) {
        var filter = filter
        var left = filter.limit ?? .max
        while left > 0 {
            filter.limit = min(left, Self.portion)
            var portion: [StoredNotice] = []
            try notices(filter) { notice in
                portion.append(notice)
                return true
            }
            for notice in portion where !take(notice) { return }
            guard let last = portion.last, portion.count == filter.limit else { return }
            filter.before = last.place(in: filter.order)
            left -= portion.count
        }
    }

    /// Hands over the notices that came after one, the oldest first, likewise.
    package func inPortions(
        after last: NoticeID?, _ filter: HistoryFilter, _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) {
        var filter = filter
        filter.limit = Self.portion
        var last = last
        while true {
            var portion: [StoredNotice] = []
            try notices(after: last, filter) { notice in
                portion.append(notice)
                return true
            }
            for notice in portion where !take(notice) { return }
            guard let newest = portion.last, portion.count == Self.portion else { return }
            last = newest.notice.id
        }
    }

    /// The newest of some notices.
    func firstPortion(_ filter: HistoryFilter) throws(HistoryError) -> [StoredNotice] {
        var filter = filter
        filter.limit = min(filter.limit ?? .max, Self.portion)
        var first: [StoredNotice] = []
        try notices(filter) { notice in
            first.append(notice)
            return true
        }
        return first
    }

    /// The oldest of the newest notices, of which there are so many at most.
    func oldest(
        ofNewest limit: Int, _ filter: HistoryFilter
    ) throws(HistoryError) -> NoticeID? {
        var filter = filter
        var oldest: NoticeID?
        if limit > Self.portion, try count(filter) <= limit {
            filter.limit = 1
            try notices(after: nil, filter) { notice in
                oldest = notice.notice.id
                return false
            }
        } else {
            filter.limit = limit
            try inPortions(filter) { notice in
                oldest = notice.notice.id
                return true
            }
        }
        return oldest
    }

    /// The first hits of a search, and whether they are all.
    func firstHits(
        _ words: SearchWords, _ filter: HistoryFilter
    ) throws(HistoryError) -> FirstHits {
        var begun = filter
        begun.limit = min(filter.limit ?? .max, Self.portion)
        var notices: [StoredNotice] = []
        let end = try search(words, begun) { notice in
            notices.append(notice)
            return true
        }
        let isAll = notices.count < Self.portion || notices.count == filter.limit
        return FirstHits(notices: notices, end: isAll ? end : nil)
    }

    /// Hands over all hits of a search, the first of which are known, until `take` has had enough: of
    /// those to come only the names are in memory.
    func hits(
        _ words: SearchWords, _ filter: HistoryFilter, from first: FirstHits,
        _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) -> SearchEnd {
        for notice in first.notices where !take(notice) { return first.end ?? .complete }
        guard first.end == nil else { return first.end ?? .complete }
        let shown = Set(first.notices.map(\.notice.id))
        return try search(words, filter) { notice in
            shown.contains(notice.notice.id) || take(notice)
        }
    }
}

/// What a search has found first.
struct FirstHits: Sendable {
    /// The hits, the newest first.
    let notices: [StoredNotice]
    /// How the search ended; nil where there are more.
    let end: SearchEnd?
}
