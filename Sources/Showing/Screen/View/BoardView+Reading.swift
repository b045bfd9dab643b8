package import Board
package import Notices

extension BoardView {
    /// Limit of open groups; beyond it, groups that are not on the board are forgotten.
    static let openGroupLimit = DayBoard.rowLimit

    /// Opens the selected row: unfolds a group, or requests the whole notification.
    mutating func openChosen(of board: DayBoard) -> BoardAction? {
        guard helpLine == nil, open == nil else { return nil }
        guard let row = chosen(of: board) else {
            message = "choose a notification first, with the arrow keys"
            return nil
        }
        if row.count > 1, let group = grouping(of: board).group(of: row) {
            if openGroups.count >= Self.openGroupLimit { forgetGroups(of: board) }
            openGroups.insert(group)
            return nil
        }
        return .open(row.id)
    }

    /// Shows the whole notification, or what its row contains.
    ///
    /// - Parameter whole: the whole notification, if available.
    package mutating func read(
        _ id: NoticeID, _ whole: (notice: Notice, isGone: Bool)?, of board: DayBoard
    ) {
        if let whole {
            open = OpenNotice(whole.notice, board.options.detail, isGone: whole.isGone)
        } else if let row = rows(of: board).first(where: { $0.id == id }) {
            open = OpenNotice(row)
        }
    }

    /// Updates the notification that is open.
    mutating func update(_ change: NoticeChange, _ notice: Notice, _ detail: BoardOptions.Detail) {
        guard let old = open, old.id == notice.id else { return }
        let isGone = change == .removed || change == .forgotten
        open = OpenNotice(notice, detail, isGone: isGone)
        open?.top = old.top
    }

    /// Folds the group of the selected row and returns whether there was one.
    mutating func foldChosen(of board: DayBoard) -> Bool {
        guard search == nil, let row = chosen(of: board),
            let group = grouping(of: board).group(of: row), openGroups.remove(group) != nil
        else { return false }
        return true
    }

    /// Switches to the next way of folding rows.
    mutating func changeGrouping(of board: DayBoard) {
        guard board.options.detail != .counts else { return }
        let all = RowGrouping.allCases
        let old = all.firstIndex(of: grouping(of: board)) ?? 0
        let new = all[(old + 1) % all.count]
        grouping = new
        openGroups = []
        message =
            switch new {
            case .none: "every notification has its own row"
            case .thread: "notifications of one app and title share a row"
            case .app: "notifications of one app share a row"
            }
    }

    private mutating func forgetGroups(of board: DayBoard) {
        let grouping = grouping(of: board)
        openGroups.formIntersection(board.rows.compactMap { grouping.group(of: $0) })
    }
}
