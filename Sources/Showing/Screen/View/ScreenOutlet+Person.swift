internal import Board
internal import Linux
internal import Notices
internal import Outlets

extension ScreenOutlet {
    /// Display time of a message that no key dismisses.
    package static let messageTime: Duration = .seconds(10)

    /// The same for a message over the place that shows its effect, such as the title of a track.
    package static let briefMessageTime: Duration = .seconds(2)

    /// Shows a message for a while, or until the next key.
    package func say(_ sentence: String, for time: Duration = messageTime) {
        view.message = sentence
        letMessageGo(after: time)
    }

    /// Schedules the end of the message.
    private func letMessageGo(after time: Duration = messageTime) {
        messageEnd.set(after: time, for: self) { $0.view.message = nil }
    }

    /// Takes a key and returns the action that is left to the owner; nil if there is none.
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

    /// Performs what the screen can do by itself and returns the rest.
    private func fulfil(_ wish: BoardAction?) -> BoardAction? {
        switch wish {
        case .open(let id):
            let hit = view.search?.notices[id].map { ($0, $0.removal != nil) }
            view.read(id, hit ?? day.notice(id), of: board)
            return nil
        case .copy(let text):
            copy(text)
            say("copied to the clipboard: \(text.count) characters")
            return nil
        case .copyCode:
            copyCode()
            return nil
        default: return wish
        }
    }

    /// Copies the newest one-time code and names its sender.
    private func copyCode() {
        guard board.options.detail == .full else {
            return say("codes are not shown here")
        }
        guard let entry = codes.newest(at: loop.pace.now) else {
            return say("no code was received in the last two minutes")
        }
        copy(entry.code)
        let sender = entry.notice.titleWithoutCode.cleaned()
        say(
            sender.isEmpty
                ? "code copied to the clipboard" : "code copied to the clipboard: \(sender)")
    }
}
