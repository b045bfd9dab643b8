internal import Board
internal import Linux

extension ScreenOutlet {
    /// Takes a key that means something to the view, and returns what somebody else has to do.
    package func press(_ key: ScreenKey) -> BoardWish? {
        var view = view
        let old = view.meaning(of: board)
        let wish = view.take(
            key, of: board, in: list,
            isSteady: keyGuard.lets(old, at: pace.now))
        view.settle(on: board)
        let new = view.meaning(of: board)
        // Who moves on in a list knows where, while another list has to be seen first.
        if old.isSameList(as: new) { keyGuard.follow(from: old, to: new) }
        self.view = view
        if view.message != nil { letMessageGo() }
        return wish
    }
}

extension BoardView.Meaning {
    fileprivate func isSameList(as other: BoardView.Meaning) -> Bool {
        (call, isTyping, isSearch, isHelp)
            == (other.call, other.isTyping, other.isSearch, other.isHelp)
    }
}
