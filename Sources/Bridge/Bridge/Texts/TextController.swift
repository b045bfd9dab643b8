package import ANCS
package import Linux
package import Notices

/// Controller of texts that local clients show as notifications, each for a limited time; none outlives the bridge.
@LoopActor
package final class TextController {
    /// Maximum number of texts; the oldest is taken back first.
    package static let limit = 16
    /// Host name if none is set.
    private static let namelessHost = "callboard"

    /// A shown text, and the time at which it is withdrawn.
    private struct Shown {
        let notice: Notice
        let end: Duration
    }

    private let pace: Pace
    private let makeIDs: NoticeIDs
    private let emit: @LoopActor (BridgeEvent) -> Void
    /// Shown texts, oldest first.
    private var shown: [Shown] = []
    /// Alarm for the earliest end.
    private let alarm: Alarm

    /// - Parameter emit: receives events in order.
    init(ids: NoticeIDs, pace: Pace = Pace(), emit: @escaping @LoopActor (BridgeEvent) -> Void) {
        self.pace = pace
        self.emit = emit
        makeIDs = ids
        alarm = Alarm(on: pace)
    }

    /// Shown texts as notifications, oldest first.
    var notices: [Notice] { shown.map(\.notice) }

    /// Shows a text for some time.
    ///
    /// - Parameters:
    ///   - host: name of the host, shown in place of a phone's name; nil for its own.
    ///   - flags: urgency: silent, important, or none of these.
    /// - Returns: the notification that represents the text.
    package func show(
        _ text: String, on host: String? = nil, flags: EventFlags, for time: Duration
    ) -> Notice {
        if shown.count >= Self.limit, let oldest = shown.first { takeBack(oldest.notice.id) }
        let now = WallTime.now
        let notice = Notice(
            showing: text, id: makeIDs.source.next(at: now),
            on: host ?? HostName.current ?? Self.namelessHost,
            flags: flags, at: now)
        shown.append(Shown(notice: notice, end: pace.now + time))
        setAlarm()
        emit(.notice(.added, notice, at: now))
        return notice
    }

    /// Withdraws all texts, and returns their number.
    package func clear() -> Int {
        let all = shown
        for text in all { takeBack(text.notice.id, by: .user) }
        return all.count
    }

    /// Withdraws one text.
    ///
    /// - Parameter removal: the cause; nil if the time is over or the limit is reached.
    func takeBack(_ id: NoticeID, by removal: Notice.Removal? = nil) {
        guard let index = shown.firstIndex(where: { $0.notice.id == id }) else { return }
        var notice = shown.remove(at: index).notice
        notice.removal = removal
        setAlarm()
        emit(.notice(.removed, notice, at: .now))
    }

    /// Stops without further events.
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
