package import Linux
package import Notices

/// The events that together tell a display all that holds, for displays that come later.
package struct DayEvents: Sendable {
    /// Notices that are kept; past that what is gone from the phone goes first, then the oldest.
    package static let noticeLimit = 1_024
    /// Bytes of texts that are kept; past that likewise.
    package static let byteLimit = 1 << 20

    private struct Kept: Sendable {
        var change: NoticeChange
        var notice: Notice
        var time: WallTime
        /// What took it from the phone.
        var removal: BoardEvent?

        var cost: Int {
            let texts = [notice.title, notice.subtitle, notice.message]
            return texts.reduce(256) { $0 + $1.bytes.count }
        }
    }

    private var radio: BoardEvent?
    private var phones: [(name: String, event: BoardEvent)] = []
    /// In the order in which they came to be what they are.
    private var notices: [Kept] = []
    private var byteCount = 0

    package init() {}

    /// Takes an event.
    package mutating func take(_ event: BoardEvent) {
        switch event {
        case .source, .listed: break
        case .radio: radio = event
        case .phone(_, let name, _):
            phones.removeAll { $0.name == name }
            phones.append((name, event))
            if phones.count > DayBoard.phoneLimit { phones.removeFirst() }
        case .notice(.removed, let notice, _): remove(notice.id, event)
        case .notice(.forgotten, let notice, _): forget(notice.id) { _ in true }
        case .notice(.ended, let notice, _): forget(notice.id, where: \.isCall)
        case .notice(let change, let notice, let time): put(change, notice, time)
        }
    }

    /// The events, in an order that makes sense; without what was gone before a moment.
    ///
    /// - Parameter midnight: what is gone from a phone and came before that is of no interest.
    package func all(since midnight: WallTime) -> [BoardEvent] {
        var events = [radio].compactMap(\.self) + phones.map(\.event)
        for kept in notices {
            if kept.removal != nil, kept.time.milliseconds < midnight.milliseconds { continue }
            events.append(.notice(kept.change, kept.notice, at: kept.time))
            if let removal = kept.removal { events.append(removal) }
        }
        return events
    }

    private func index(of id: NoticeID) -> Int? {
        notices.lastIndex { $0.notice.id == id }
    }

    private mutating func put(_ change: NoticeChange, _ notice: Notice, _ time: WallTime) {
        var new = Kept(change: change, notice: notice, time: time)
        // A call that is over is told of once more where its caller is learnt late.
        if notice.call?.state == .ended { return forget(notice.id, where: \.isCall) }
        if let index = index(of: notice.id) {
            let old = notices[index]
            byteCount += new.cost - old.cost
            if old.notice.call?.state == notice.call?.state {
                (new.change, new.time) = (old.change, old.time)
                notices[index] = new
            } else if notice.isCall {
                notices[index] = new
            } else {
                notices.remove(at: index)
                notices.append(new)
            }
        } else {
            notices.append(new)
            byteCount += new.cost
        }
        while notices.count > Self.noticeLimit || byteCount > Self.byteLimit, notices.count > 1 {
            // A call that rings is what matters most, however old it is.
            let old = notices.firstIndex { !$0.notice.isCall } ?? 0
            forget(at: notices.firstIndex { $0.removal != nil } ?? old)
        }
    }

    private mutating func remove(_ id: NoticeID, _ removal: BoardEvent) {
        guard let index = index(of: id) else { return }
        if notices[index].notice.isCall { return forget(at: index) }
        notices[index].removal = notices[index].removal ?? removal
    }

    private mutating func forget(_ id: NoticeID, where isMeant: (Notice) -> Bool) {
        if let index = index(of: id), isMeant(notices[index].notice) { forget(at: index) }
    }

    private mutating func forget(at index: Int) {
        byteCount -= notices.remove(at: index).cost
    }
}

extension Notice {
    /// Whether it is a call that rings or goes on.
    fileprivate var isCall: Bool { call?.state == .ringing || call?.state == .answered }
}
