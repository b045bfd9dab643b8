package import History
import Notices

extension HistoryReader {
    /// Returns similar words that have hits with the same filter; nil if none are close enough.
    ///
    /// - Parameter sight: part of a notification that must match
    package func suggestion(
        for words: SearchWords, in filter: HistoryFilter, seen sight: NoticeSight = .whole
    ) throws(HistoryError) -> String? {
        var suggestion = WordSuggestion(words, try WordFolder())
        while let question = suggestion.question {
            var found: [Notice] = []
            _ = try search(question.words, filter, seen: sight) { stored in
                found.append(stored.notice)
                return found.count < question.limit
            }
            suggestion.take(found)
        }
        return suggestion.text
    }
}
