package import History

extension HistoryReader {
    /// The newest hits of a search, and how many there are.
    package func newest(
        _ limit: Int, of words: SearchWords
    ) throws(HistoryError) -> (notices: [StoredNotice], report: SearchReport) {
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
