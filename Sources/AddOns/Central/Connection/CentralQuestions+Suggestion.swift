import History
import HistoryCommands
import Linux
import Notices
import PostgreSQL

extension CentralQuestions {
    /// Suggested words for a search without hits, found among notifications of the same filter.
    ///
    /// nil if none are similar enough, or if the search takes too long.
    ///
    /// - Parameter sight: visible part of each notification.
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
