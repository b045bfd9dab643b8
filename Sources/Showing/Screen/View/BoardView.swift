package import Board
package import Notices

/// Choices of the user at a screen; an empty view shows the board alone.
package struct BoardView: Hashable, Sendable {
    /// Input line at the bottom of the screen.
    package struct Prompt: Hashable, Sendable {
        /// Purpose of the input line.
        package enum Kind: Hashable, Sendable {
            case search
            case filter
        }

        let kind: Kind
        var line: TypedLine
    }

    /// Search, whose hits replace today's rows.
    package struct Search: Hashable, Sendable {
        package let words: String
        /// Hits, newest first.
        package var rows: [BoardRow]
        /// Notifications of the hits, as far as they are held with their whole text.
        package var notices: [NoticeID: Notice] = [:]
        /// Result of the search as a message; nil while it is running.
        package var report: String?
        var choice = RowChoice()
    }

    /// Objects and state that determine the effect of keys.
    package struct Meaning: Hashable, Sendable {
        /// The call that is shown large.
        package var call: NoticeID?
        package var notice: NoticeID?
        /// Layers besides today's list.
        var layers: Set<Layer> = []

        /// Layer over the list, or in its place.
        enum Layer {
            /// Input line, in which keys are characters.
            case prompt
            case search
            case help
            /// Open notification, which is not a row.
            case notice
            /// Question whether to clear a notification.
            case clearing
        }
    }

    /// Text that rows must contain to be shown.
    package internal(set) var filter = ""
    /// The input line; nil while keys are commands.
    package internal(set) var prompt: Prompt?
    /// The search whose hits are shown; nil for today's rows.
    package internal(set) var search: Search?
    /// First line of the visible help; nil if it is not shown.
    package internal(set) var helpLine: Int?
    /// Question for how long an app is to be muted.
    package struct MuteQuestion: Hashable, Sendable {
        /// Identifier of the app.
        let appID: String
        /// Name of the app.
        let app: String
    }

    package internal(set) var muteQuestion: MuteQuestion?
    /// Question whether a notification is to be cleared from its phone.
    package struct ClearQuestion: Hashable, Sendable {
        let id: NoticeID
        /// Title or sender of the notification; may be empty.
        let who: String
    }

    package internal(set) var clearQuestion: ClearQuestion?
    /// Names of the muted apps.
    package var mutes: [String] = []
    /// The notification that is read; nil if none is.
    package internal(set) var open: OpenNotice?
    /// Rule for grouping rows; nil for that of the board.
    package internal(set) var grouping: RowGrouping?
    /// Groups that were opened, whose rows are shown one by one.
    var openGroups: Set<RowGroup> = []
    /// Message that is shown for a while.
    package var message: String?
    /// Reason why the board is unknown at the moment; nil if it is known.
    package var trouble: String?
    /// Sources named in the footer; nil for the phones.
    package var sources: [String]?
    /// Whether phones can be reached from here.
    package var canAct = true
    /// Whether the footer mentions the help key.
    package var hintsAtHelp = false
    var choice = RowChoice()

    package init() {}

    /// Returns the rows to select from: hits, or today's rows after filter and folding.
    package func rows(of board: DayBoard) -> [BoardRow] {
        if let search { return search.rows }
        let text = filterText
        let grouping = grouping(of: board)
        if text.isEmpty { return grouping.folded(board.rows, open: openGroups) }
        let filter = RowFilter(text)
        return grouping.folded(board.rows.filter { filter.fits($0) }, open: openGroups)
    }

    func grouping(of board: DayBoard) -> RowGrouping { grouping ?? board.options.grouping }

    /// The filter, including one that is being typed.
    package var filterText: String {
        if let prompt, prompt.kind == .filter { return prompt.line.text }
        return filter
    }

    /// Returns the selected row; nil if there is none.
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

    /// Returns the present meaning of keys.
    package func meaning(of board: DayBoard) -> Meaning {
        Meaning(
            call: board.calls.first.flatMap { $0.isRinging ? $0.id : nil },
            notice: clearQuestion?.id ?? open?.id ?? chosen(of: board)?.id, layers: layers)
    }

    /// Keeps the selection on its notification after rows have changed.
    package mutating func settle(on board: DayBoard) {
        guard currentChoice.id != nil else { return }
        changeChoice(of: board) { $0.settle(in: $1) }
    }

    /// Keeps the selection until a new snapshot is complete.
    mutating func beginAnew() {
        choice.wait()
        clearQuestion = nil
        // The open notification may be gone from the phone by now.
        open = nil
    }

    /// Shows the hits of a search, unless another one was started.
    ///
    /// - Parameter notices: the notifications of the rows that are held with their whole text.
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
