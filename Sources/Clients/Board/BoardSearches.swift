import Board
import Contract
import Control
import Following
import History
import HistoryCommands
import Linux
import Notices
import Watching

/// Searches of a person at a board, which the screen does not wait for.
@LoopActor
final class BoardSearches {
    private nonisolated static let nothingKept =
        "this bridge keeps no history, so there is nothing to search; "
        + "--history DIR searches one that was kept elsewhere"

    private let place: HistoryPlace
    /// Where the bridge keeps its history, once it has told.
    private var folder: String?
    private let options: BoardOptions
    private let queue = WorkQueue()

    init(_ place: HistoryPlace, _ options: BoardOptions) {
        self.place = place
        self.options = options
    }

    /// Looks for words in the history that was named, or else in the one that the bridge keeps.
    ///
    /// - Parameter take: takes what was found.
    func find(
        _ words: String, through link: BridgeFollower?,
        _ take: @escaping @LoopActor (BoardHits) -> Void
    ) {
        if options.detail == .counts {
            return take(BoardHits(report: "--detail counts shows no notices"))
        }
        guard let link, !place.isNamed else { return find(words, in: place, take) }
        link.ask(StatusRequest()) { [weak self] result in
            guard let self else { return }
            if case .success(let answer) = result {
                folder = answer.value.history?.folder
                // One that was kept elsewhere is not about what is on this board.
                if folder == nil { return take(BoardHits(report: Self.nothingKept)) }
            }
            find(
                words, in: folder.map { self.place.at($0, for: SearchOptions.command) } ?? place,
                take)
        }
    }

    private func find(
        _ text: String, in place: HistoryPlace,
        _ take: @escaping @LoopActor (BoardHits) -> Void
    ) {
        let (options, limit) = (options, BoardHits.limit)
        let job: @Sendable () -> BoardHits = {
            let words = SearchWords(text)
            return place.found { (reader) throws(HistoryError) in
                let (notices, report) = try reader.newest(
                    limit, of: words, seen: options.detail == .names ? .names : .whole)
                return BoardHits(notices, options, report: "\(report)")
            } orElse: {
                BoardHits(report: $0)
            }
        }
        queue.run(job, then: take)
    }
}
