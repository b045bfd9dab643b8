import History
import HistoryCommands
import Linux
import Notices
import PostgreSQL

extension CentralQuestions {
    /// The words that were probably meant if no notice has those that were searched for, found among the notices of the same filter;
    /// nil if none are near enough, or finding them takes too long.
    ///
    /// - Parameter sight: what is seen of each notice.
    func suggestion(
        for words: SearchWords, in filter: CentralFilter, seen sight: NoticeSight = .whole
    ) async -> String? {
        guard let folder = try? WordFolder() else { return nil }
        let deadline = EventLoop.now + CentralHistory.searchTime
        var suggestion = WordSuggestion(words, folder)
        while let question = suggestion.question, EventLoop.now < deadline {
            var wanted = filter
            wanted.words = folder.query(for: question.words)
            guard
                let found = try? await newest(
                    question.limit, wanted, with: question.words, seen: sight)
            else { return nil }
            suggestion.take(found)
        }
        return suggestion.text
    }

    private func newest(
        _ limit: Int, _ filter: CentralFilter, with words: SearchWords, seen sight: NoticeSight
    ) async throws(BatchFailure) -> [Notice] {
        var found: [Notice] = []
        var place: CentralListPage.Place?
        repeat {
            let page = try await notices(
                filter, with: words, seen: sight, after: place, atMost: limit - found.count)
            found += page.notices.map(\.stored.notice)
            place = page.next
        } while place != nil && found.count < limit
        return found
    }
}
