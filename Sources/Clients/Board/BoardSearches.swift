import Board
import Control
import Following
import History
import HistoryCommands
import JSON
import Linux
import Notices

/// Searches of a person at a board, which the screen does not wait for.
@LoopActor
final class BoardSearches {
    /// What a search has found.
    struct Hits: Sendable {
        /// The newest first.
        var rows: [BoardRow] = []
        /// Their notices with all their words, as far as there is room for these.
        var notices: [NoticeID: Notice] = [:]
        /// How it ended, in a sentence.
        let report: String

        /// The rows of notices, the newest first.
        init(_ found: [StoredNotice], _ detail: BoardOptions.Detail, report: String) {
            rows = found.map { $0.row(detail) }
            self.report = report
            var room = BoardSearches.byteLimit
            for notice in found.map(\.notice) {
                room -= [notice.title, notice.subtitle, notice.message]
                    .reduce(0) { $0 + $1.bytes.count }
                if room < 0 { break }
                notices[notice.id] = notice
            }
        }

        init(report: String) {
            self.report = report
        }
    }

    /// Hits that are shown.
    private static let limit = DayBoard.rowLimit
    /// Bytes of texts of them that are kept to be read; of older ones there is the row alone.
    fileprivate nonisolated static let byteLimit = DayEvents.byteLimit

    private nonisolated static let nothingKept =
        "this bridge keeps no history, so there is nothing to search; "
        + "--history DIR searches one that was kept elsewhere"

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
    /// - Parameter take: takes what was found.
    func find(
        _ words: String, through link: BridgeLink?,
        _ take: @escaping @LoopActor (Hits) -> Void
    ) {
        if detail == .counts { return take(Hits(report: "--detail counts shows no notices")) }
        guard let link, !place.isNamed else { return find(words, in: place, take) }
        link.ask(.status) { [weak self] result in
            guard let self else { return }
            if case .success(let reply) = result, case .done(let value) = reply.outcome {
                folder = value["history"]?.text("folder")
                // One that was kept elsewhere is not about what is on this board.
                if folder == nil { return take(Hits(report: Self.nothingKept)) }
            }
            find(
                words, in: folder.map { self.place.at($0, for: SearchOptions.command) } ?? place,
                take)
        }
    }

    private func find(
        _ text: String, in place: HistoryPlace,
        _ take: @escaping @LoopActor (Hits) -> Void
    ) {
        let (detail, limit) = (detail, Self.limit)
        let job: @Sendable () -> Hits = {
            let words = SearchWords(text)
            return place.found { (reader) throws(HistoryError) in
                let (notices, report) = try reader.newest(limit, of: words)
                return Hits(notices, detail, report: "\(report)")
            } orElse: {
                Hits(report: $0)
            }
        }
        queue.run(job, then: take)
    }
}

extension StoredNotice {
    /// The notice as a row of a board.
    fileprivate func row(_ detail: BoardOptions.Detail) -> BoardRow {
        BoardRow(notice, at: notice.received, detail)
    }
}
