internal import Board

extension BoardView {
    /// Asks for how long the app of the open or selected notification is to be muted.
    mutating func askMute(of board: DayBoard) {
        guard helpLine == nil else { return }
        let origin = open.map(\.origin) ?? chosen(of: board)?.origin
        guard let origin, !origin.appID.isEmpty else {
            message = "choose a notification first, with the arrow keys"
            return
        }
        muteQuestion = MuteQuestion(appID: origin.appID, app: origin.app)
    }

    /// Takes the answer; any other key cancels.
    mutating func answerMute(_ question: MuteQuestion, _ key: ScreenKey) -> BoardAction? {
        muteQuestion = nil
        let time: BoardAction.MuteTime
        switch key {
        case .character("1"): time = .hours(1)
        case .character("8"): time = .hours(8)
        case .character("t"): time = .today
        case .character("u"): time = .ended
        default: return nil
        }
        return .mute(app: question.appID, time)
    }
}

extension BoardView.MuteQuestion {
    /// The question, with its keys.
    var words: String {
        "mute \(app)? 1: an hour, 8: eight hours, t: until midnight, u: unmute, Esc: cancel"
    }
}
