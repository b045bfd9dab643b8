package import Linux
package import Notices

/// A stored notification.
package struct StoredNotice: Hashable, Sendable {
    /// Latest state, with the texts that were kept.
    package let notice: Notice
    /// The bond of the phone.
    package let bond: String
    /// Life cycle, oldest first; the first event is the arrival.
    package let life: [LifeEvent]
    /// Time of removal, if removed.
    package let removedAt: WallTime?
    /// Amount of stored detail.
    package let detail: StoredDetail

    /// Returns the position in a list.
    package func place(in order: HistoryOrder) -> ListPosition {
        let came = Int64(bitPattern: notice.id.rawValue) >> 20
        return ListPosition(
            moment: order == .sent ? notice.sent?.milliseconds ?? came : came, id: notice.id)
    }

    /// The event for lists: the arrival, or for a call its latest state, with the latest texts.
    ///
    /// Its time is always that of the arrival.
    package var event: BridgeEvent {
        let change = notice.call.map { NoticeChange($0.state) } ?? .added
        return .notice(change, notice, at: life.first?.at ?? notice.received)
    }
}

/// Event in the life cycle of a notification.
package struct LifeEvent: Hashable, Sendable {
    package let change: NoticeChange
    package let at: WallTime
    /// Texts before the event, if it changed them.
    package internal(set) var before: Texts?
    /// Origin of a removal.
    package internal(set) var removal: Notice.Removal?
}

extension NoticeChange {
    fileprivate init(_ state: Call.State) {
        switch state {
        case .ringing: self = .ringing
        case .answered: self = .answered
        case .ended: self = .ended
        case .missed: self = .missed
        }
    }
}

extension StoredNotice {
    init(_ row: NoticeRow, phone: PhoneRow, app: AppRow, life: [(step: Int, event: LifeEvent)]) {
        var notice = Notice(
            id: NoticeID(rawValue: UInt64(bitPattern: row.number)), phone: phone.name,
            category: row.category, flags: row.flags, uid: row.uid, appID: app.identifier,
            appName: app.name, title: row.texts.title, subtitle: row.texts.subtitle,
            message: row.texts.message, messageSize: row.messageSize, date: row.date,
            positiveAction: row.positive, negativeAction: row.negative, received: row.received,
            isIncomplete: row.isIncomplete, call: row.call)
        notice.sent = row.sent
        notice.hidden = row.hidden
        notice.removal = row.removal
        var events = life.map(\.event)
        if life.first?.step != Database.comingStep {
            events.insert(LifeEvent(change: row.came, at: row.received), at: 0)
        }
        if let removedAt = row.removedAt {
            events.append(LifeEvent(change: .removed, at: removedAt, removal: row.removal))
        }
        self.init(
            notice: notice, bond: phone.bond, life: events, removedAt: row.removedAt,
            detail: row.detail)
    }
}
