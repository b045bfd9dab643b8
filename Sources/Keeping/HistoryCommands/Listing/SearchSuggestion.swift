package import History
import Notices

extension HistoryReader {
    /// The words that were probably meant if no notice has those that were searched for, found among the notices of the
    /// same filter; nil if none are near enough.
    ///
    /// - Parameter sight: what is seen of each notice.
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
