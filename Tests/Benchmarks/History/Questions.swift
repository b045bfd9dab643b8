import BenchSupport
import History
import Linux
import Notices

/// What is asked of a history, over and over.
struct Questions {
    let reader: HistoryReader

    /// Words that are meant to be slow: found everywhere or nowhere, begun, long, or no words.
    private static let nasty = [
        "a", "e", "i", "in", "an", "th", "the", "you", "de", "me", "on 1", "1 2 3", "0", "00", "+4",
        "?", "!", ".", " . ", "?!?!", "%", "\"", "\"\"", "\"the", "\"see you", "\"in the\"", "zz",
        "qqqqqqqq", "a b c d e f g h", "th in an yo me", "in in in in in in in in", "日", "の", "😀",
        "👍🏽", "ß", "é", "\u{0301}", "NEAR(a b)", "a OR b", "title:a", "a*", "-a", "^the", "AND",
        "{", "'; DROP TABLE notice", "\u{200B}", "messages", "mail", "whatsapp in",
        String(repeating: "a", count: 1024), String(repeating: "in ", count: 340),
        String(repeating: "?", count: 1024), String(repeating: "12 ", count: 32),
        String(repeating: "😀", count: 256),
    ]

    /// Asks one question.
    func ask(_ name: String, _ words: String) throws(HistoryError) {
        switch name {
        case "newest": try reader.notices(Self.newest) { _ in true }
        case "search": _ = try reader.search(SearchWords(words), Self.newest) { _ in true }
        case "count": _ = try reader.count()
        case "statistics": try statistics()
        default: Report.line("no such question: \(name)")
        }
    }

    private static let newest: HistoryFilter = {
        var filter = HistoryFilter()
        filter.limit = 20
        return filter
    }()

    /// The last year there is: not each household has notices up to its end.
    private func statistics() throws(HistoryError) {
        guard let newest = try reader.newest().flatMap(reader.notice) else { return }
        var filter = HistoryFilter()
        filter.until = newest.notice.received
        filter.since = newest.notice.received.advanced(by: .seconds(-365 * 86_400))
        var statistics = Statistics(since: filter.since, until: filter.until)
        try reader.facts(filter) { statistics.add($0) }
        try reader.links(since: filter.since, until: filter.until) { statistics.add($0) }
        guard statistics.figures().notices > 0 else { return }
    }

    /// Asks for each of the nasty words, newest 20 and the number of all, and prints how long the
    /// slowest took.
    func askNasty() throws(HistoryError) {
        var slowest: [(milliseconds: Double, what: String)] = []
        for words in Self.nasty {
            let start = EventLoop.now
            _ = try reader.search(SearchWords(words), Self.newest) { _ in true }
            let searched = EventLoop.now
            let (count, end) = try reader.count(of: SearchWords(words))
            let counted = EventLoop.now
            let shown = words.unicodeScalars.count > 24 ? String(words.prefix(24)) + "…" : words
            slowest.append(((searched - start) / .milliseconds(1), "newest 20 of '\(shown)'"))
            let known = end == .cut ? ", \(count) until the time was over" : ", all \(count)"
            slowest.append(
                ((counted - searched) / .milliseconds(1), "count of '\(shown)'\(known)"))
        }
        for (milliseconds, what) in slowest.sorted(by: { $0.milliseconds > $1.milliseconds }) {
            Report.line("\(milliseconds)\t\(what)")
        }
    }
}
