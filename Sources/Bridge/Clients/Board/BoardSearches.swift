import Board
import Control
import History
import JSON
import Linux
import Notices
import Outlets

/// Searches of a person at a board, which the screen does not wait for.
@LoopActor
final class BoardSearches {
    /// Hits that are shown.
    private static let limit = DayBoard.rowLimit

    private let place: HistoryPlace
    /// Where the bridge keeps its history, once it has told.
    private var folder: String?
    private let detail: BoardOptions.Detail
    private let queue = WorkQueue()

    init(_ place: HistoryPlace, _ detail: BoardOptions.Detail) {
        self.place = place
        self.detail = detail
    }

    /// Looks for words in the history that was named, or else in the one that the bridge keeps.
    ///
    /// - Parameter take: takes the hits, the newest first, and how it ended in a sentence.
    func find(
        _ words: String, through link: BoardLink?,
        _ take: @escaping @LoopActor ([BoardRow], String) -> Void
    ) {
        if detail == .counts { return take([], "--detail counts shows no notices") }
        guard let link, !place.isNamed else { return find(words, in: place, take) }
        link.ask(.status) { [weak self] result in
            guard let self else { return }
            if case .success(let reply) = result, case .done(let value) = reply.outcome {
                folder = value["history"]?.text("folder")
            }
            find(words, in: folder.map { self.place.at($0) } ?? place, take)
        }
    }

    private func find(
        _ text: String, in place: HistoryPlace,
        _ take: @escaping @LoopActor ([BoardRow], String) -> Void
    ) {
        let (detail, limit) = (detail, Self.limit)
        let job: @Sendable () -> (rows: [BoardRow], report: String) = {
            let words = SearchWords(text)
            return place.found { (reader) throws(HistoryError) in
                let (notices, report) = try reader.newest(limit, of: words)
                return (notices.map { $0.row(detail) }, "\(report)")
            } orElse: {
                ([], $0)
            }
        }
        queue.run(job, then: { take($0.rows, $0.report) })
    }
}

extension StoredNotice {
    /// The notice as a row of a board.
    fileprivate func row(_ detail: BoardOptions.Detail) -> BoardRow {
        BoardRow(notice, at: life.first?.at ?? notice.received, detail)
    }
}
