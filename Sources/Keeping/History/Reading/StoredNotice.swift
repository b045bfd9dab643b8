package import Linux
package import Notices

/// A notice as the history has it.
package struct StoredNotice: Hashable, Sendable {
    /// Its latest state, with the words that were kept.
    package let notice: Notice
    /// The bond's own name for the phone it came from.
    package let bond: String
    /// What happened to it, oldest first; the first is how it came.
    package let life: [LifeEvent]
    /// When it was removed, if it is.
    package let removedAt: WallTime?
    /// How much of it was kept.
    package let detail: StoredDetail

    /// Its place in a list.
    package func place(in order: HistoryOrder) -> ListPosition {
        let came = Int64(bitPattern: notice.id.rawValue) >> 20
        return ListPosition(
            moment: order == .sent ? notice.sent?.milliseconds ?? came : came, id: notice.id)
    }

    /// The notice as the event that tells most about it: how it came or what became of the call,
    /// with its latest words.
    package var event: BridgeEvent {
        let change = notice.call.map { NoticeChange($0.state) } ?? .added
        return .notice(change, notice, at: life.first?.at ?? notice.received)
    }
}

/// Something that happened to a notice.
package struct LifeEvent: Hashable, Sendable {
    /// What happened to it.
    package let change: NoticeChange
    /// When it happened.
    package let at: WallTime
    /// The words as they were before, where this changed them.
    package internal(set) var before: Texts?
    /// By whom it was removed, where it was.
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
