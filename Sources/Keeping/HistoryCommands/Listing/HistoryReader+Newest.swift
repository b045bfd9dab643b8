package import History

extension HistoryReader {
    /// Returns the newest hits of a search and the number of all hits.
    ///
    /// - Parameter sight: part of a notification that must match
    package func newest(
        _ limit: Int, of words: SearchWords, seen sight: NoticeSight = .whole
    ) throws(HistoryError) -> (notices: [StoredNotice], report: SearchReport) {
        guard sight == .whole else { return try newestSeen(limit, of: words, sight) }
        var filter = HistoryFilter()
        filter.limit = limit
        let first = try firstHits(words, filter)
        var report = SearchReport(shown: first.notices.count, isCut: first.end == .cut)
        if report.shown == 0, !report.isCut {
            report.meant = try suggestion(for: words, in: filter)
        }
        if report.shown == limit { try report.countAll(of: words, HistoryFilter(), in: self) }
        return (first.notices, report)
    }

    /// Returns the newest hits, without those that match only in a hidden part.
    private func newestSeen(
        _ limit: Int, of words: SearchWords, _ sight: NoticeSight
    ) throws(HistoryError) -> (notices: [StoredNotice], report: SearchReport) {
        var notices: [StoredNotice] = []
        var count = 0
        let end = try search(words, HistoryFilter(), seen: sight) { stored in
            count += 1
            if notices.count < limit { notices.append(stored) }
            return true
        }
        var report = SearchReport(shown: notices.count, isCut: end == .cut)
        if count == 0, !report.isCut {
            report.meant = try suggestion(for: words, in: HistoryFilter(), seen: sight)
        }
        if count > notices.count { report.total = count }
        return (notices, report)
    }
}

extension SearchReport {
    /// Sets `total` to the number of all hits, and `isCut` by the end of this count.
    mutating func countAll(
        of words: SearchWords, _ filter: HistoryFilter, in reader: HistoryReader
    ) throws(HistoryError) {
        let all = try reader.count(of: words, filter)
        total = max(all.count, shown)
        isCut = all.end == .cut
    }
}
