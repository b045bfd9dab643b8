package import History
import Notices

extension HistoryReader {
    /// What somebody probably meant whose words no notice has, so that there are hits of it; nil for nothing.
    package func suggestion(for words: SearchWords) throws(HistoryError) -> String? {
        var suggestion = WordSuggestion(words, try WordFolder())
        while let question = suggestion.question {
            var filter = HistoryFilter()
            filter.limit = question.limit
            var found: [Notice] = []
            _ = try search(question.words, filter) { stored in
                found.append(stored.notice)
                return true
            }
            suggestion.take(found)
        }
        return suggestion.text
    }
}
