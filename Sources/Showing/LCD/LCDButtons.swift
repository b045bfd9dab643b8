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

    /// Key of each action.
    let keys: [NoticeAction: String]
    private var pageGuard = KeyGuard<Meaning>()
    /// Guard of the ringing call, with a longer wait: its keys have other meanings in the menus of
    /// the server.
    private var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)

    init(_ keys: [NoticeAction: String]) {
        self.keys = keys
    }

    /// Records the page on the display.
    mutating func show(_ page: LCDLayout.Page, at now: Duration) {
        pageGuard.show(Meaning(call: page.call, notice: page.notice), at: now)
        callGuard.show(page.call, at: now)
    }

    /// Records that another screen is shown.
    ///
    /// Keys pressed meanwhile are for that screen or for the call.
    mutating func hide(_ page: LCDLayout.Page) {
        if page.call == nil { pageGuard = KeyGuard() }
    }

    /// Returns the action of a key on the displayed page, if it is still valid and was seen.
    func act(
        of key: String, on page: LCDLayout.Page, of board: DayBoard, at now: Duration
    ) -> (act: NoticeAction, notice: NoticeID)? {
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
