internal import Board

extension BoardView {
    /// Asks for how long the app of the notice that is read or chosen shall be muted.
    mutating func askMute(of board: DayBoard) {
        guard helpLine == nil else { return }
        let origin = open.map(\.origin) ?? chosen(of: board)?.origin
        guard let origin, !origin.appID.isEmpty else {
            message = "choose a notice first, with the arrow keys"
            return
        }
        muteQuestion = MuteQuestion(appID: origin.appID, app: origin.app)
    }

    /// Takes the answer; any other key gives it up.
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
    /// The question, which says the keys that answer it.
    var words: String {
        "mute \(app)? 1: an hour, 8: eight hours, t: until midnight, u: unmute, Esc: cancel"
    }
}
