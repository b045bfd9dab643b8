import Board
import Linux
import Notices
import Outlets

/// Keyboard of a display of the bridge, which acts on calls, notifications and media players, but
/// not on the history or the bridge.
@LoopActor
struct ConsoleKeyboard {
    /// Amount of detail that the screen may show.
    let detail: BoardOptions.Detail
    let codes: CodeDisplay
    let act: OutletSurroundings.Act
    let control: OutletSurroundings.Control

    /// Handles the keys of a screen from now on.
    func attach(to screen: ScreenOutlet) {
        screen.pressed = { [weak screen] key in
            if let screen, !Self.ofClients.contains(key) { press(key, at: screen) }
        }
    }

    /// Keys that only a client's board has: search, filter, help, clipboard, muting and quitting.
    private static let ofClients: Set<ScreenKey> = [
        .character("/"), .character("f"), .character("?"), .character("y"), .character("m"),
        .character("q"), .control("c"), .control("z"),
    ]

    private func press(_ key: ScreenKey, at screen: ScreenOutlet) {
        switch screen.press(key) {
        case .answer(let id): perform(.answer, id, at: screen)
        case .decline(let id): perform(.decline, id, at: screen)
        case .clear(let id): perform(.clear, id, at: screen)
        case .media(let command): perform(command, at: screen)
        case .open, .copy, .copyCode, .mute, .search, .suspend, .quit, nil: break
        }
    }

    private func perform(_ command: MediaCommand, at screen: ScreenOutlet) {
        control(command) { [weak screen] result in
            switch result {
            case .performed(let phone):
                screen?.say(
                    command.done(on: phone.name.cleaned()), for: ScreenOutlet.briefMessageTime)
            case .refused(let sentence): screen?.say(sentence)
            }
        }
    }

    private func perform(_ wanted: NoticeAction, _ id: NoticeID, at screen: ScreenOutlet) {
        act(wanted, id) { [weak screen] result in
            let notice: Notice
            switch result {
            case .performed(let done): notice = done
            case .refused(let sentence):
                screen?.say(sentence)
                return
            }
            let title =
                switch detail {
                case .full where codes == .show: notice.title.cleaned()
                case .full, .names: notice.titleWithoutCode.cleaned()
                case .counts: ""
                }
            screen?.say(wanted.done(to: title, on: Text(notice.phone).cleaned()))
        }
    }
}
