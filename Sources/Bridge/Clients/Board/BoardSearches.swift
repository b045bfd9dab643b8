import Board
import Control
import History
import HistoryCommands
import Linux
import Notices
import Screen

/// Searches of the user of a board; they do not block the screen.
@LoopActor
final class BoardSearches {
    private nonisolated static let nothingKept =
        "this bridge keeps no history, so there is nothing to search; "
        + "--history DIR searches one that was kept elsewhere"

    private let place: HistoryPlace
    /// Folder of the bridge's history, once reported.
    private var folder: String?
    private let options: BoardOptions
    private let queue = WorkQueue()

    init(_ place: HistoryPlace, _ options: BoardOptions) {
        self.place = place
        self.options = options
    }

    /// Searches the history that was named, otherwise that of the bridge.
    func find(_ words: String, through link: BridgeFollower?) async -> BoardHits {
        if options.detail == .counts { return .forbidden }
        guard let link, !place.isNamed else { return await find(words, in: place) }
        if let answer = try? await link.ask(StatusRequest()) {
            folder = answer.value.history?.folder
            // Another history would not match the notifications on this board.
            if folder == nil { return BoardHits(report: Self.nothingKept) }
        }
        let kept = folder.map { place.at($0, for: SearchCommand.command) }
        return await find(words, in: kept ?? place)
    }

    private func find(_ text: String, in place: HistoryPlace) async -> BoardHits {
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
        return await called { queue.run(job, then: $0) }
    }
}
