import ANCS
import Board
import EventSupport
import Linux
import Notices

@testable import Screen

/// A person at a screen of a day with names of all sorts.
struct PicturedView {
    var board: DayBoard
    var view = BoardView()
    var list = ListArea(columns: 40, rows: 9)
    /// The notices that are here with all their words.
    var notices: [NoticeID: Notice] = [:]

    init(_ board: DayBoard = PicturedDay.board()) {
        self.board = board
    }

    /// Presses keys, all of which still mean what was seen, and returns what is wanted last.
    @discardableResult
    mutating func press(
        _ keys: ScreenKey..., isSteady: Bool = true, isCallSteady: Bool = true
    ) -> BoardAction? {
        press(keys, isSteady: isSteady, isCallSteady: isCallSteady)
    }

    @discardableResult
    mutating func press(
        _ keys: [ScreenKey], isSteady: Bool = true, isCallSteady: Bool = true
    ) -> BoardAction? {
        var wish: BoardAction?
        for key in keys {
            wish = view.take(
                key, of: board, in: list, isSteady: isSteady, isCallSteady: isCallSteady)
            if case .open(let id) = wish {
                view.read(id, notices[id].map { ($0, false) }, of: board)
            }
            view.settle(on: board)
        }
        return wish
    }

    /// Types a text.
    mutating func type(_ text: String) {
        press(text.map { .character($0) })
    }

    /// What happens on the phone meanwhile.
    mutating func take(_ change: NoticeChange, _ notice: Notice) {
        notices[notice.id] = notice
        view.update(change, notice, board.options.detail)
        _ = board.take(.notice(change, notice, at: PicturedDay.noon), at: .zero)
        view.settle(on: board)
    }

    /// Draws it in a size, by which it is known how far what is read goes.
    mutating func look(_ columns: Int, _ rows: Int) {
        list =
            BoardScreen(isUTF8: true).picture(
                of: board, view, columns: columns, rows: rows, at: PicturedDay.noon, now: .zero
            ).list
    }

    /// The row that the first Down chooses.
    static var first: UInt64? {
        var pictured = PicturedView()
        pictured.press(.down)
        return pictured.chosen
    }

    var chosen: UInt64? { view.chosen(of: board)?.id.rawValue }

    func canvas(_ columns: Int, _ rows: Int, isUTF8: Bool = true) -> ScreenCanvas {
        let since = Duration.seconds(67 * 60 + 12)
        return BoardScreen(isUTF8: isUTF8).canvas(
            of: board, view, columns: columns, rows: rows,
            at: PicturedDay.noon.advanced(by: since), now: since)
    }

    /// The screen with a sign behind each row that stands out as chosen.
    func drawn(_ columns: Int, _ rows: Int, isUTF8: Bool = true) -> String {
        let canvas = canvas(columns, rows, isUTF8: isUTF8)
        var terminal = DrawnTerminal(columns: canvas.columns, rows: canvas.rows)
        terminal.take(ScreenDiff.bytes(from: nil, to: canvas, .day))
        let lines = terminal.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { row, line in
            let tone = canvas.row(row).first?.tone
            return tone == .chosen || tone == .chosenGone ? line + " <" : String(line)
        }.joined(separator: "\n")
    }
}
