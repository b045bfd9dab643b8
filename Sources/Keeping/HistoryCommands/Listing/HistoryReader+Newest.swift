package import History

extension HistoryReader {
    /// The newest hits of a search, and how many there are.
    ///
    /// - Parameter sight: what is seen of each notice.
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

    /// The same where each hit has to be looked at.
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
    /// Counts the hits that are not shown as well.
    mutating func countAll(
        of words: SearchWords, _ filter: HistoryFilter, in reader: HistoryReader
    ) throws(HistoryError) {
        let all = try reader.count(of: words, filter)
        total = max(all.count, shown)
        isCut = all.end == .cut
    }
}
