internal import Board
internal import Notices
internal import Outlets

/// Keys of a display, which act only on the content that the user has seen.
struct LCDButtons {
    /// Call and notification that the keys of a page act on.
    private struct Meaning: Hashable {
        let call: NoticeID?
        let notice: NoticeID?
    }

    /// Action of a key.
    enum Action: Equatable {
        case act(NoticeAction, NoticeID)
        case media(MediaCommand)
    }

    /// Key of each action.
    let keys: [NoticeAction: String]
    /// Key of each command to a media player.
    let mediaKeys: [MediaCommand: String]
    private var pageGuard = KeyGuard<Meaning>()
    /// Guard of the ringing call, with a longer wait: its keys have other meanings in the menus of
    /// the server.
    private var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)
    /// Guard of the keys for a media player, whose meaning depends on a call alone.
    private var mediaGuard = KeyGuard<NoticeID?>()

    init(_ options: LCDOptions) {
        keys = options.keys
        mediaKeys = options.mediaKeys
    }

    /// Records the page on the display.
    mutating func show(_ page: LCDLayout.Page, at now: Duration) {
        pageGuard.show(Meaning(call: page.call, notice: page.notice), at: now)
        callGuard.show(page.call, at: now)
        mediaGuard.show(page.call, at: now)
    }

    /// Records that another screen is shown.
    ///
    /// Keys pressed meanwhile are for that screen or for the call.
    mutating func hide(_ page: LCDLayout.Page) {
        if page.call == nil { (pageGuard, mediaGuard) = (KeyGuard(), KeyGuard()) }
    }

    /// Returns the action of a key, if it is still valid and its meaning was seen.
    func action(
        of key: String, on page: LCDLayout.Page, of board: DayBoard, at now: Duration
    ) -> Action? {
        if let act = act(of: key, on: page, of: board, at: now) { return .act(act.0, act.1) }
        guard page.call == nil, !board.calls.contains(where: \.isRinging),
            mediaGuard.lets(nil, at: now)
        else { return nil }
        return board.player?.commands.first { mediaKeys[$0] == key }.map { .media($0) }
    }

    /// Returns the action of a key on the displayed call or notification.
    private func act(
        of key: String, on page: LCDLayout.Page, of board: DayBoard, at now: Duration
    ) -> (NoticeAction, NoticeID)? {
        guard pageGuard.lets(Meaning(call: page.call, notice: page.notice), at: now) else {
            return nil
        }
        if let call = page.call {
            guard board.calls.contains(where: { $0.id == call && $0.isRinging }),
                callGuard.lets(call, at: now)
            else { return nil }
            return [NoticeAction.answer, .decline].first { keys[$0] == key }.map { ($0, call) }
        }
        guard let notice = page.notice, keys[.clear] == key,
            board.rows.contains(where: { $0.id == notice && !$0.isGone }),
            !board.calls.contains(where: \.isRinging)
        else { return nil }
        return (.clear, notice)
    }
}
