package import Board
package import Notices

/// What a person at a screen has chosen to see of the board; empty, it is the board alone.
package struct BoardView: Hashable, Sendable {
    /// What is typed at the bottom of the screen.
    package struct Prompt: Hashable, Sendable {
        /// What becomes of the line.
        package enum Kind: Hashable, Sendable {
            case search
            case filter
        }

        let kind: Kind
        var line: TypedLine
    }

    /// A search, whose hits stand in place of the day's rows.
    package struct Search: Hashable, Sendable {
        /// What was searched for.
        package let words: String
        /// The hits, the newest first.
        package var rows: [BoardRow]
        /// Those of their notices that are here with all their words.
        package var notices: [NoticeID: Notice] = [:]
        /// How the search ended, in a sentence; nil while it goes on.
        package var report: String?
        var choice = RowChoice()
    }

    /// What keys mean that do something to a notice.
    package struct Meaning: Hashable, Sendable {
        /// The call that is shown large.
        package var call: NoticeID?
        /// The row that was chosen.
        package var notice: NoticeID?
        /// What is there beside the list of the day.
        var layers: Set<Layer> = []

        /// Something over the list, or in its place.
        enum Layer {
            /// A line of which keys are letters.
            case prompt
            case search
            case help
            /// The notice, which is then no row.
            case notice
            /// The question whether a notice is to be cleared.
            case clearing
        }
    }

    /// Rows without this text are not shown.
    package internal(set) var filter = ""
    /// The line that is typed; nil while keys are commands.
    package internal(set) var prompt: Prompt?
    /// The search whose hits are shown; nil where the rows are those of the day.
    package internal(set) var search: Search?
    /// The first line of the help that is shown; nil where it is not.
    package internal(set) var helpLine: Int?
    /// An app of which it is asked for how long it shall be muted.
    package struct MuteQuestion: Hashable, Sendable {
        /// The app's identifier.
        let appID: String
        /// What people call it.
        let app: String
    }

    /// The app that is about to be muted; nil where none is.
    package internal(set) var muteQuestion: MuteQuestion?
    /// A notice of which it is asked whether it shall be cleared from its phone.
    package struct ClearQuestion: Hashable, Sendable {
        let id: NoticeID
        /// Whose notice it is.
        let who: String
    }

    /// The notice that is about to be cleared; nil if none is.
    package internal(set) var clearQuestion: ClearQuestion?
    /// The apps that are muted, in words.
    package var mutes: [String] = []
    /// The notice that is read over the list; nil where none is.
    package internal(set) var open: OpenNotice?
    /// Which rows are folded into one; nil for those that the board folds.
    package internal(set) var grouping: RowGrouping?
    /// The groups that somebody has opened, whose rows stand alone.
    var openGroups: Set<RowGroup> = []
    /// What became of something, for a while.
    package var message: String?
    /// Why the board is not known at the moment.
    package var trouble: String?
    /// What is said at the bottom of where all this comes from; nil where that are the phones.
    package var sources: [String]?
    /// Whether phones can be reached from here.
    package var canAct = true
    /// Whether the screen says how to get help.
    package var hintsAtHelp = false
    var choice = RowChoice()

    /// Nothing is chosen: the board alone.
    package init() {}

    /// The rows that are chosen from, of those of the day.
    package func rows(of board: DayBoard) -> [BoardRow] {
        if let search { return search.rows }
        let text = filterText
        let grouping = grouping(of: board)
        if text.isEmpty { return grouping.folded(board.rows, open: openGroups) }
        let filter = RowFilter(text)
        return grouping.folded(board.rows.filter { filter.fits($0) }, open: openGroups)
    }

    /// Which rows are folded into one.
    func grouping(of board: DayBoard) -> RowGrouping { grouping ?? board.options.grouping }

    /// The filter, also while it is typed.
    package var filterText: String {
        if let prompt, prompt.kind == .filter { return prompt.line.text }
        return filter
    }

    /// The row that was chosen; nil where there is none.
    package func chosen(of board: DayBoard) -> BoardRow? {
        currentChoice.id == nil ? nil : currentChoice.row(in: rows(of: board))
    }

    var currentChoice: RowChoice { search?.choice ?? choice }

    private var layers: Set<Meaning.Layer> {
        let layers: [(Meaning.Layer, isThere: Bool)] = [
            (.prompt, prompt != nil), (.search, search != nil), (.help, helpLine != nil),
            (.notice, open != nil), (.clearing, clearQuestion != nil),
        ]
        return Set(layers.filter(\.isThere).map(\.0))
    }

    /// What keys mean at the moment.
    package func meaning(of board: DayBoard) -> Meaning {
        Meaning(
            call: board.calls.first.flatMap { $0.isRinging ? $0.id : nil },
            notice: clearQuestion?.id ?? open?.id ?? chosen(of: board)?.id, layers: layers)
    }

    /// Stays with the chosen notice when rows have come or gone.
    package mutating func settle(on board: DayBoard) {
        guard currentChoice.id != nil else { return }
        changeChoice(of: board) { $0.settle(in: $1) }
    }

    /// Waits for the chosen notice where all that holds is told anew.
    mutating func beginAnew() {
        choice.wait()
        clearQuestion = nil
        // What is read may be gone from the phone by now.
        open = nil
    }

    /// Shows what a search has found, unless something else is looked for by now.
    ///
    /// - Parameter notices: those of the rows' notices that are here with all their words.
    package mutating func show(
        _ rows: [BoardRow], _ notices: [NoticeID: Notice] = [:], of words: String, report: String
    ) {
        guard search?.words == words, search?.report == nil else { return }
        search?.rows = rows
        search?.notices = notices
        search?.report = report
    }

    mutating func changeChoice(
        of board: DayBoard, _ change: (inout RowChoice, [BoardRow]) -> Void
    ) {
        let rows = rows(of: board)
        if var search {
            change(&search.choice, rows)
            self.search = search
        } else {
            change(&choice, rows)
        }
    }
}
