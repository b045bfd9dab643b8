package import Notices

/// Finder of search words in displayed text; for one thread at a time.
package final class HitMarker {
    private let splitter: WordSplitter
    private let plan: SearchPlan

    /// Creates a finder.
    ///
    /// - Parameter words: the search words
    package init(_ words: SearchWords) throws(HistoryError) {
        let splitter = try HistoryError.translate { () throws(DatabaseError) in
            try WordSplitter()
        }
        self.splitter = splitter
        plan = SearchPlan(words, splitter)
    }

    /// Returns the parts of a text that match, as UTF-8 byte ranges, sorted and disjoint.
    package func hits(in text: String) -> [Range<Int>] {
        var hits: [Range<Int>] = []
        if plan.groups.isEmpty {
            hits = Array(text.utf8).ranges(of: Array(plan.literal.utf8))
        } else {
            let prepared = PreparedText(text)
            let words = splitter.words(of: prepared.bytes)
            for phrase in plan.groups.flatMap(\.phrases) {
                hits += phrase.places(in: words).map(prepared.original(of:))
            }
            let numbers = plan.groups.flatMap(\.numbers)
            if !numbers.isEmpty { hits += places(of: numbers, in: DigitRuns(text).runs) }
        }
        return joined(hits)
    }

    /// Whether the given texts of a notification match, by the rules of the index.
    ///
    /// Used for displays that show less of a notification than the index contains.
    package func finds(_ notice: Notice) -> Bool {
        let texts = [notice.title, notice.subtitle, notice.message].map(\.string)
        guard !plan.groups.isEmpty else {
            let literal = Array(plan.literal.utf8)
            return texts.contains { !Array($0.utf8).ranges(of: literal).isEmpty }
        }
        let columns = (texts + [notice.appName?.string ?? ""]).map {
            splitter.words(of: PreparedText($0).bytes)
        }
        lazy var runs = texts.flatMap { DigitRuns($0).runs }
        return plan.groups.allSatisfy { group in
            let hasWords = group.phrases.allSatisfy { phrase in
                columns.contains { !phrase.places(in: $0).isEmpty }
            }
            return hasWords
                || group.numbers.contains { number in
                    runs.contains { !$0.digits.ranges(of: number).isEmpty }
                }
        }
    }

    private func places(of numbers: [[UInt8]], in runs: [DigitRuns.Run]) -> [Range<Int>] {
        runs.flatMap { run in
            numbers.flatMap { number in
                run.digits.ranges(of: number).map { range in
                    run.places[range.lowerBound]
                        .lowerBound..<run.places[range.upperBound - 1].upperBound
                }
            }
        }
    }

    private func joined(_ hits: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for hit in hits.sorted(by: { $0.lowerBound < $1.lowerBound }) where !hit.isEmpty {
            if let last = joined.last, hit.lowerBound <= last.upperBound {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, hit.upperBound)
            } else {
                joined.append(hit)
            }
        }
        return joined
    }
}
