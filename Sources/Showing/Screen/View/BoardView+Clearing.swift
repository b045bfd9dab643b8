internal import Board
internal import Notices

extension BoardView {
    /// Asks whether the notice that is read or chosen shall be cleared from its phone, which nothing
    /// can undo.
    mutating func askClear(of board: DayBoard, in list: ListArea) -> BoardAction? {
        guard helpLine == nil else { return nil }
        // What is not seen is not cleared.
        if let open, list.rows > 0 {
            if open.isGone {
                message = "no longer on the phone: \(open.page.title)"
                return nil
            }
            return ask(open.id, open.page.title)
        }
        guard let row = chosen(of: board) else {
            message = "choose a notice first, with the arrow keys"
            return nil
        }
        guard list.rows > 0 else { return nil }
        guard row.count == 1 else {
            message = "these are \(row.count) notices; Enter shows them one by one"
            return nil
        }
        if row.isGone {
            message = "no longer on the phone: \(row.who)"
            return nil
        }
        return ask(row.id, row.who)
    }

    private mutating func ask(_ id: NoticeID, _ who: String) -> BoardAction? {
        // A board that reaches no phone has nothing to ask: its owner refuses.
        guard canAct else { return .clear(id) }
        clearQuestion = ClearQuestion(id: id, who: who)
        return nil
    }

    /// Takes the answer; any other key than Enter keeps the notice.
    mutating func answerClear(
        _ question: ClearQuestion, _ key: ScreenKey, of board: DayBoard, isSteady: Bool
    ) -> BoardAction? {
        if key == .enter, !isSteady { return nil }
        clearQuestion = nil
        return key == .enter ? .clear(question.id) : nil
    }
}

extension BoardView.ClearQuestion {
    /// The question, which names the keys that answer it.
    var words: String {
        "clear this from the phone? Enter clears it, any other key keeps it"
            + (who.isEmpty ? "" : ": \(who)")
    }
}
