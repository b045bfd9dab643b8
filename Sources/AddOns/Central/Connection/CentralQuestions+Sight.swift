import History
import HistoryCommands
import Notices
import PostgreSQL

extension CentralQuestions {
    /// Maximum pages that one call reads until it finds a visible hit.
    ///
    /// Together they have as many notifications as a search in a single history reads.
    private nonisolated static let pagesInARow = HistoryReader.hitLimit / page

    /// Returns the newest matching notifications with the words in their visible part, up to `count` and one page,
    /// after `place`.
    func notices(
        _ filter: CentralFilter, with words: SearchWords, seen sight: NoticeSight,
        after place: CentralListPage.Place?, atMost count: Int
    ) async throws(BatchFailure) -> CentralListPage {
        guard sight != .whole, let marker = try? HitMarker(words) else {
            return try await notices(filter, after: place, atMost: count)
        }
        var place = place
        for _ in 0..<Self.pagesInARow {
            var page = try await notices(filter, after: place, atMost: Self.page)
            page.notices = page.notices.filter { marker.finds(sight.seen($0.stored.notice)) }
            guard page.notices.isEmpty, let next = page.next else {
                page.notices = Array(page.notices.prefix(count))
                return page
            }
            place = next
        }
        return CentralListPage()
    }
}
