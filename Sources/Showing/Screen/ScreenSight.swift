internal import Board
internal import Notices
internal import Outlets

/// What a person at a screen has had the time to see: keys act on nothing else.
struct ScreenSight {
    /// The room that the list has.
    var list = ListArea()
    private var keyGuard = KeyGuard<BoardView.Meaning>()
    /// Since when the call that rings has been shown, for a key that has other meanings.
    private var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)
    /// Since when each notice has been in the list that is shown.
    private var notices: [NoticeID: Duration] = [:]

    /// Takes note that the screen is blank: what cannot be seen means nothing.
    mutating func hide(at now: Duration) {
        (keyGuard, notices) = (KeyGuard(), [:])
        callGuard.show(nil, at: now)
    }

    /// Takes note of what is on the screen.
    mutating func show(_ view: BoardView, of board: DayBoard, at now: Duration) {
        let meaning = view.meaning(of: board)
        keyGuard.show(meaning, at: now)
        callGuard.show(meaning.call, at: now)
        notices = Dictionary(
            view.rows(of: board).map { ($0.id, notices[$0.id] ?? now) }
        ) { first, _ in first }
    }

    /// Whether keys still mean what a person has seen, and whether the call is what they have seen ring.
    func lets(_ meaning: BoardView.Meaning, at now: Duration) -> (keys: Bool, call: Bool) {
        (
            keyGuard.lets(meaning, at: now),
            meaning.call == nil || callGuard.lets(meaning.call, at: now)
        )
    }

    /// Takes note that a key has changed what keys mean: who moves on in a list knows where, while another list
    /// has to be seen first.
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
        // The question whether a row is to be cleared is about the row that was chosen.
        (call, layers.subtracting([.clearing]))
            == (other.call, other.layers.subtracting([.clearing]))
    }
}
