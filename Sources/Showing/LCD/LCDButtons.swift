internal import Board
internal import Notices
internal import Outlets

/// The keys of a display: they act on what a person has seen on it, and on nothing else.
struct LCDButtons {
    /// What keys mean on a page.
    private struct Meaning: Hashable {
        let call: NoticeID?
        let notice: NoticeID?
    }

    /// What each act has as its key.
    let keys: [NoticeAction: String]
    private var pageGuard = KeyGuard<Meaning>()
    /// Since when the call has been on the display: its keys have other meanings in the server's menus.
    private var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)

    /// Nothing is on the display yet.
    init(_ keys: [NoticeAction: String]) {
        self.keys = keys
    }

    /// Takes note of the page on the display.
    mutating func show(_ page: LCDLayout.Page, at now: Duration) {
        pageGuard.show(Meaning(call: page.call, notice: page.notice), at: now)
        callGuard.show(page.call, at: now)
    }

    /// Takes note that another screen is on the display: keys that are pressed meanwhile are meant for
    /// that, or for the call.
    mutating func hide(_ page: LCDLayout.Page) {
        if page.call == nil { pageGuard = KeyGuard() }
    }

    /// What a key does to what is on the display, where that still holds and has been seen.
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
