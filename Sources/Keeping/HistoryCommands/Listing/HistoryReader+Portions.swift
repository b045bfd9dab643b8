package import History
package import Notices

extension HistoryReader {
    /// Rows per read; the file is unlocked between reads, however slow the reader of the output is.
    private static let portion = 256

    /// Passes notifications to `take`, newest first, until it returns false.
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

    /// Passes the notifications after `last`, or all if it is nil, to `take`, oldest first, until it
    /// returns false.
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

    /// Returns the newest notifications, at most one portion.
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

    /// Returns the oldest of the newest `limit` notifications; nil if none match.
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

    /// Returns at most one portion of the hits of a search.
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

    /// Passes all hits of a search to `take` until it returns false.
    ///
    /// Hits after the first portion are read one by one; only their ids are kept in memory.
    ///
    /// - Parameter first: result of `firstHits` for the same search
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

/// First hits of a search.
struct FirstHits: Sendable {
    /// The hits, newest first.
    let notices: [StoredNotice]
    /// Whether the search was complete; nil if there may be more hits.
    let end: SearchEnd?
}
