internal import Board
internal import Linux
internal import Notices
internal import Outlets

extension ScreenOutlet {
    /// How long a message stays that no key has taken away.
    package static let messageTime: Duration = .seconds(10)

    /// Shows a person a sentence for a while, or until the next key.
    package func say(_ sentence: String) {
        view.message = sentence
        letMessageGo()
    }

    /// Has the message that is shown go after a while.
    private func letMessageGo() {
        messageEnd.set(after: Self.messageTime, for: self) { $0.view.message = nil }
    }

    /// Takes a key that means something to the view, and returns what somebody else has to do.
    package func press(_ key: ScreenKey) -> BoardAction? {
        var view = view
        let old = view.meaning(of: board)
        let steady = sight.lets(old, at: loop.pace.now)
        let wish = view.take(
            key, of: board, in: sight.list, isSteady: steady.keys, isCallSteady: steady.call)
        view.settle(on: board)
        sight.follow(from: old, to: view.meaning(of: board), at: loop.pace.now)
        self.view = view
        if view.message != nil { letMessageGo() }
        return fulfil(wish)
    }

    /// Does what the screen can do by itself, and returns what is left.
    private func fulfil(_ wish: BoardAction?) -> BoardAction? {
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
        guard let entry = codes.newest(at: loop.pace.now) else {
            return say("no code came in the last two minutes")
        }
        copy(entry.code)
        let sender = entry.notice.titleWithoutCode.cleaned()
        say(
            sender.isEmpty
                ? "code given to the clipboard" : "code given to the clipboard: \(sender)")
    }
}
