package import Notices

/// Finds what was looked for in a text that is shown; used by one thread at a time.
package final class HitMarker {
    private let splitter: WordSplitter
    private let plan: SearchPlan

    /// - Parameter words: what was looked for.
    package init(_ words: SearchWords) throws(HistoryError) {
        let splitter = try HistoryError.translate { () throws(DatabaseError) in
            try WordSplitter()
        }
        self.splitter = splitter
        plan = SearchPlan(words, splitter)
    }

    /// The parts of a text that were looked for, as ranges of its UTF-8 bytes: in order, and apart.
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

    /// Whether a search finds a notice by these words of it, by the rules of the index: for displays that show less of a
    /// notice than the index has.
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
