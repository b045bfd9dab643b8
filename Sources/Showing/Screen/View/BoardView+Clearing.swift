internal import Board
internal import Notices

extension BoardView {
    /// Asks for confirmation before the open or selected notification is cleared, which cannot be
    /// undone.
    ///
    /// Returns the action at once if phones cannot be reached, so that the owner can refuse it.
    mutating func askClear(of board: DayBoard, in list: ListArea) -> BoardAction? {
        guard helpLine == nil else { return nil }
        // Only a visible notification can be cleared.
        if let open, list.rows > 0 {
            if open.isGone {
                message = "no longer on the phone: \(open.page.title)"
                return nil
            }
            return ask(open.id, open.page.title)
        }
        guard let row = chosen(of: board) else {
            message = "choose a notification first, with the arrow keys"
            return nil
        }
        guard list.rows > 0 else { return nil }
        guard row.count == 1 else {
            message = "this row has \(row.count) notifications; Enter shows them one by one"
            return nil
        }
        if row.isGone {
            message = "no longer on the phone: \(row.who)"
            return nil
        }
        return ask(row.id, row.who)
    }

    private mutating func ask(_ id: NoticeID, _ who: String) -> BoardAction? {
        // On a board without phones, the owner refuses, so there is no question.
        guard canAct else { return .clear(id) }
        clearQuestion = ClearQuestion(id: id, who: who)
        return nil
    }

    /// Takes the answer: any key other than Enter keeps the notification.
    ///
    /// Enter is ignored while its meaning has just changed.
    mutating func answerClear(
        _ question: ClearQuestion, _ key: ScreenKey, of board: DayBoard, isSteady: Bool
    ) -> BoardAction? {
        if key == .enter, !isSteady { return nil }
        clearQuestion = nil
        return key == .enter ? .clear(question.id) : nil
    }
}

extension BoardView.ClearQuestion {
    /// The question, with its keys.
    var words: String {
        "clear this from the phone? Enter clears it, any other key keeps it"
            + (who.isEmpty ? "" : ": \(who)")
    }
}
