internal import Board
internal import Linux
internal import Notices
internal import Outlets

extension ScreenOutlet {
    /// Takes a key that means something to the view, and returns what somebody else has to do.
    package func press(_ key: ScreenKey) -> BoardWish? {
        var view = view
        let old = view.meaning(of: board)
        let wish = view.take(
            key, of: board, in: list,
            isSteady: keyGuard.lets(old, at: pace.now),
            isCallSteady: old.call == nil || callGuard.lets(old.call, at: pace.now))
        view.settle(on: board)
        let new = view.meaning(of: board)
        // Who moves on in a list knows where, while another list has to be seen first.
        if old.isSameList(as: new), hasBeenSeen(new.notice) { keyGuard.follow(from: old, to: new) }
        self.view = view
        if view.message != nil { letMessageGo() }
        return fulfil(wish)
    }

    /// Does what the screen can do by itself, and returns what is left.
    private func fulfil(_ wish: BoardWish?) -> BoardWish? {
        switch wish {
        case .open(let id):
            let hit = view.search?.notices[id].map { ($0, $0.removal != nil) }
            view.read(id, hit ?? day.notice(id), of: board)
            return nil
        case .copy(let text):
            copy(text)
            say("given to the clipboard: \(text.count) characters")
            return nil
        case .copyCode:
            copyCode()
            return nil
        default: return wish
        }
    }

    /// Gives the newest one-time code to the clipboard, and says whose it is.
    private func copyCode() {
        guard board.options.detail == .full else {
            return say("codes are not shown here")
        }
        guard let entry = codes.newest(at: pace.now) else {
            return say("no code came in the last two minutes")
        }
        copy(entry.code)
        let sender = entry.notice.titleWithoutCode.cleaned()
        say(
            sender.isEmpty
                ? "code given to the clipboard" : "code given to the clipboard: \(sender)")
    }

    /// Whether a person had the time to see that the notice is there.
    private func hasBeenSeen(_ notice: NoticeID?) -> Bool {
        guard let notice else { return true }
        return seen[notice].map { pace.now - $0 >= KeyGuard<BoardView.Meaning>.patience } ?? false
    }
}

extension BoardView.Meaning {
    fileprivate func isSameList(as other: BoardView.Meaning) -> Bool {
        // The question whether a row is to be cleared is about the row that was chosen.
        (call, layers.subtracting([.clearing]))
            == (other.call, other.layers.subtracting([.clearing]))
    }
}
