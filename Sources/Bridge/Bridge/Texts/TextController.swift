package import ANCS
package import Linux
package import Notices

/// The texts of the host's own that are shown, each for as long as somebody wants it; they end with the bridge.
@LoopActor
package final class TextController {
    /// Texts that are shown at a time; past that the oldest gives way.
    package static let limit = 16

    /// A text, and when it is taken back.
    private struct Shown {
        let notice: Notice
        let end: Duration
    }

    private let pace: Pace
    private let makeIDs: NoticeIDs
    private let emit: @LoopActor (BridgeEvent) -> Void
    /// The oldest first.
    private var shown: [Shown] = []
    /// Takes back what is due first.
    private let alarm: Alarm

    /// - Parameter emit: takes what happens, in order.
    init(ids: NoticeIDs, pace: Pace = Pace(), emit: @escaping @LoopActor (BridgeEvent) -> Void) {
        self.pace = pace
        self.emit = emit
        makeIDs = ids
        alarm = Alarm(on: pace)
    }

    /// The texts as notices, the oldest first.
    var notices: [Notice] { shown.map(\.notice) }

    /// Shows a text for some time.
    ///
    /// - Parameters:
    ///   - host: what the host is called.
    ///   - flags: how urgent it is.
    /// - Returns: the notice that it is.
    package func show(
        _ text: String, on host: String, flags: EventFlags, for time: Duration
    ) -> Notice {
        if shown.count >= Self.limit, let oldest = shown.first { takeBack(oldest.notice.id) }
        let now = WallTime.now
        let notice = Notice(
            showing: text, id: makeIDs.source.next(at: now), on: host, flags: flags, at: now)
        shown.append(Shown(notice: notice, end: pace.now + time))
        setAlarm()
        emit(.notice(.added, notice, at: now))
        return notice
    }

    /// Takes back all texts, and says how many there were.
    package func clear() -> Int {
        let all = shown
        for text in all { takeBack(text.notice.id, by: .user) }
        return all.count
    }

    /// Takes back one text.
    ///
    /// - Parameter removal: who wants that; nil where its time is over, or there are too many.
    func takeBack(_ id: NoticeID, by removal: Notice.Removal? = nil) {
        guard let index = shown.firstIndex(where: { $0.notice.id == id }) else { return }
        var notice = shown.remove(at: index).notice
        notice.removal = removal
        setAlarm()
        emit(.notice(.removed, notice, at: .now))
    }

    /// Ends without a word.
    func stop() {
        shown = []
        alarm.cancel()
    }

    private func setAlarm() {
        alarm.set(at: shown.map(\.end).min(), for: self) { $0.takeBackDue() }
    }

    private func takeBackDue() {
        let now = pace.now
        for text in shown where text.end <= now { takeBack(text.notice.id) }
        setAlarm()
    }
}
