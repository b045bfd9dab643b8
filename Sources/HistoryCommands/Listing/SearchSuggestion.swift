package import History
import Notices

extension HistoryReader {
    /// The words that were probably meant if no notice has those that were searched for, found among the notices of the
    /// same filter; nil if none are near enough.
    package func suggestion(
        for words: SearchWords, in filter: HistoryFilter
    ) throws(HistoryError) -> String? {
        var suggestion = WordSuggestion(words, try WordFolder())
        while let question = suggestion.question {
            var asked = filter
            asked.limit = question.limit
            var found: [Notice] = []
            _ = try search(question.words, asked) { stored in
                found.append(stored.notice)
                return true
            }
            suggestion.take(found)
        }
        return suggestion.text
    }
}
