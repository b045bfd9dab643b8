import History
import HistoryCommands
import Notices
import PostgreSQL

extension CentralQuestions {
    /// Pages that are looked through for a hit that is seen, one after another: as many notices as a search in one history
    /// looks at.
    private nonisolated static let pagesInARow = HistoryReader.hitLimit / page

    /// The newest notices that fit and have some words among what is seen of them, so many and a page at most, from a place
    /// of the list on.
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
