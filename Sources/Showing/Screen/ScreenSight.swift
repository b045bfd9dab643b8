internal import Board
internal import Notices
internal import Outlets

/// Content that the user has had time to see; keys act on nothing else.
struct ScreenSight {
    /// Area of the list.
    var list = ListArea()
    private var keyGuard = KeyGuard<BoardView.Meaning>()
    /// Guard of the ringing call for Enter, which otherwise opens a row.
    private var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)
    /// Time since which each notification has been in the visible list.
    private var notices: [NoticeID: Duration] = [:]

    /// Records that the screen is blank, so that keys have no effect.
    mutating func hide(at now: Duration) {
        (keyGuard, notices) = (KeyGuard(), [:])
        callGuard.show(nil, at: now)
    }

    /// Records what is on the screen.
    mutating func show(_ view: BoardView, of board: DayBoard, at now: Duration) {
        let meaning = view.meaning(of: board)
        keyGuard.show(meaning, at: now)
        callGuard.show(meaning.call, at: now)
        notices = Dictionary(
            view.rows(of: board).map { ($0.id, notices[$0.id] ?? now) }
        ) { first, _ in first }
    }

    /// Returns whether keys mean what the user has seen, and whether Enter may answer a ringing call.
    func lets(_ meaning: BoardView.Meaning, at now: Duration) -> (keys: Bool, call: Bool) {
        (
            keyGuard.lets(meaning, at: now),
            meaning.call == nil || callGuard.lets(meaning.call, at: now)
        )
    }

    /// Records that a key has changed the meaning of keys.
    ///
    /// A move within a list takes effect at once; another list has to be seen first.
    mutating func follow(
        from old: BoardView.Meaning, to new: BoardView.Meaning, at now: Duration
    ) {
        let hasSeen = new.notice.map { notice in
            notices[notice].map { now - $0 >= KeyGuard<BoardView.Meaning>.patience } ?? false
        }
        if old.isSameList(as: new), hasSeen ?? true { keyGuard.follow(from: old, to: new) }
    }
}

extension BoardView.Meaning {
    fileprivate func isSameList(as other: BoardView.Meaning) -> Bool {
        // Asking to clear a row is about the row that was chosen, so it is not another list.
        (call, layers.subtracting([.clearing]))
            == (other.call, other.layers.subtracting([.clearing]))
    }
}
