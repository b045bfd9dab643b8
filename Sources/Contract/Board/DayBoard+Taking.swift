internal import ANCS
import Linux
import Notices

extension DayBoard {
    /// One point in time on both clocks.
    struct Moment {
        let wall: WallTime
        let now: Duration
    }

    private func wants(_ notice: Notice) -> Bool {
        (options.categories.isEmpty || options.categories.contains(notice.category))
            && !(options.silence == .hide && notice.isSilent)
    }

    /// Returns whether a notification should draw no attention.
    func isQuiet(_ notice: Notice) -> Bool {
        options.silence != .show && notice.isSilent
    }

    private func row(of notice: Notice, at time: WallTime) -> BoardRow {
        var row = BoardRow(notice, at: time, options.detail)
        row.phone = phone(of: notice)
        return row
    }

    func phone(of notice: Notice) -> String? {
        options.namesPhones ? notice.phone.cleaned() : nil
    }

    /// Shows a call as an ordinary row.
    private mutating func putCallRow(_ notice: Notice, _ moment: Moment) -> Bool {
        let isNew = !callRows.contains(notice.id)
        guard options.detail != .counts else { return false }
        if isNew { callRows.append(notice.id) }
        if callRows.count > Self.callLimit { _ = endCall(callRows[0]) }
        let row = row(of: notice, at: moment.wall)
        return change(isHidden: hidesCalls) { $0.put(row, isDated: notice.sent != nil) }
    }

    mutating func putCall(
        _ notice: Notice, _ state: BoardCall.State, _ moment: Moment
    ) -> Bool {
        let old = liveCalls.firstIndex { $0.id == notice.id }
        guard old != nil || contents.hasRow(notice.id) || wants(notice) else { return false }
        if callRows.contains(notice.id) || old == nil && isQuiet(notice) {
            return putCallRow(notice, moment)
        }
        let hadRow = change { $0.forget(notice.id) }
        let words = NoticeWords(notice, options.detail)
        var call = BoardCall(
            id: notice.id, who: words.who, naming: words.naming, app: words.app,
            phone: phone(of: notice), state: state, since: moment.wall, began: moment.now)
        if let old {
            if liveCalls[old].state == state {
                (call.since, call.began) = (liveCalls[old].since, liveCalls[old].began)
            }
            guard liveCalls[old] != call else { return hadRow }
            liveCalls[old] = call
        } else {
            liveCalls.insert(call, at: 0)
            if liveCalls.count > Self.callLimit { liveCalls.removeLast() }
            if state == .ringing { tell(isHidden: hidesCalls) }
        }
        return !hidesCalls || hadRow
    }

    private mutating func endCall(_ id: NoticeID) -> Bool {
        if let row = callRows.firstIndex(of: id) {
            callRows.remove(at: row)
            return change { $0.forget(id) }
        }
        let count = liveCalls.count
        liveCalls.removeAll { $0.id == id }
        return liveCalls.count != count && !hidesCalls
    }

    mutating func putRow(
        _ notice: Notice, _ change: NoticeChange, _ moment: Moment
    ) -> Bool {
        let isFollowed =
            contents.contains(notice.id) || liveCalls.contains { $0.id == notice.id }
        let isCallOver = endCall(notice.id)
        guard wants(notice) || isFollowed else { return isCallOver }
        let isHidden = notice.call != nil ? hidesCalls : isQuiet
        let isOld = notice.isPreExisting
        let row =
            options.detail == .counts
            ? nil : row(of: notice, at: isOld ? notice.received : moment.wall)
        var isOther = false
        let isSeen = self.change(isHidden: isHidden) { contents in
            let isCounted = contents.count(notice)
            let isDated = isOld || notice.sent != nil
            let hasChanged = row.map { contents.put($0, isDated: isDated) } ?? false || isCounted
            isOther = isOther || hasChanged
            return hasChanged
        }
        let isNews = change == .missed || !isOld && notice.call?.state != .ended
        if isOther, isNews, !isQuiet(notice) { tell(isHidden: isHidden) }
        return isCallOver || isSeen
    }

    mutating func remove(_ id: NoticeID) -> Bool {
        let isCallOver = endCall(id)
        return change { $0.setGone(id) } || isCallOver
    }

    /// Drops a notification whose fate is unknown.
    mutating func forget(_ id: NoticeID) -> Bool {
        let isCallOver = endCall(id)
        return change { $0.forget(id) } || isCallOver
    }

    mutating func tell(isHidden: Bool) {
        if isHidden { owesNews = true } else { news += 1 }
    }
}
