package import Board
package import Notices

extension BoardView {
    /// Groups that may be open at a time; past that those that are not on the board are forgotten.
    static let openGroupLimit = DayBoard.rowLimit

    /// Opens the chosen row: a group becomes its rows, and of one notice all is wanted.
    mutating func openChosen(of board: DayBoard) -> BoardAction? {
        guard helpLine == nil, open == nil else { return nil }
        guard let row = chosen(of: board) else {
            message = "choose a notice first, with the arrow keys"
            return nil
        }
        if row.count > 1, let group = grouping(of: board).group(of: row) {
            if openGroups.count >= Self.openGroupLimit { forgetGroups(of: board) }
            openGroups.insert(group)
            return nil
        }
        return .open(row.id)
    }

    /// Shows all of a notice, or as much as its row says.
    ///
    /// - Parameter whole: the notice with all its words, where it is here.
    package mutating func read(
        _ id: NoticeID, _ whole: (notice: Notice, isGone: Bool)?, of board: DayBoard
    ) {
        if let whole {
            open = OpenNotice(whole.notice, board.options.detail, isGone: whole.isGone)
        } else if let row = rows(of: board).first(where: { $0.id == id }) {
            open = OpenNotice(row)
        }
    }

    /// Has the notice that is read show what has become of it.
    mutating func update(_ change: NoticeChange, _ notice: Notice, _ detail: BoardOptions.Detail) {
        guard let old = open, old.id == notice.id else { return }
        let isGone = change == .removed || change == .forgotten
        open = OpenNotice(notice, detail, isGone: isGone)
        open?.top = old.top
    }

    /// Folds the group of the chosen row, and says whether there was one to fold.
    mutating func foldChosen(of board: DayBoard) -> Bool {
        guard search == nil, let row = chosen(of: board),
            let group = grouping(of: board).group(of: row), openGroups.remove(group) != nil
        else { return false }
        return true
    }

    /// Folds rows otherwise than before.
    mutating func changeGrouping(of board: DayBoard) {
        guard board.options.detail != .counts else { return }
        let all = RowGrouping.allCases
        let old = all.firstIndex(of: grouping(of: board)) ?? 0
        let new = all[(old + 1) % all.count]
        grouping = new
        openGroups = []
        message =
            switch new {
            case .none: "every notice has a row of its own"
            case .thread: "notices of one app and title are one row"
            case .app: "notices of one app are one row"
            }
    }

    private mutating func forgetGroups(of board: DayBoard) {
        let grouping = grouping(of: board)
        openGroups.formIntersection(board.rows.compactMap { grouping.group(of: $0) })
    }
}
