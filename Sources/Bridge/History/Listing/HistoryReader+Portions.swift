import History
import Notices

extension HistoryReader {
    /// Notices that are read at once; between two portions the file is free, however long somebody
    /// takes to read them.
    private static let portion = 256

    /// Hands over notices, the newest first, until `take` has had enough.
    func inPortions(
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
            filter.before = last.notice.id
            left -= portion.count
        }
    }

    /// Hands over the notices that came after one, the oldest first, likewise.
    func inPortions(
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
}
