internal import ANCS
package import Linux
package import Notices

/// The board of a day: live calls, missed calls, and notifications on the phones.
package struct DayBoard: Sendable {
    /// Most rows kept; beyond that notifications gone from the phone are dropped first, then the oldest.
    package static let rowLimit = 256
    /// Most calls at a time; beyond that the oldest is not shown.
    package static let callLimit = 8
    /// Most phones kept; beyond that the least recently updated one is not shown.
    package static let phoneLimit = PhoneList.limit
    /// Most notifications counted; further ones are ignored.
    package static let countLimit = 16_384

    package let options: BoardOptions
    private var liveCalls: [BoardCall] = []
    /// Silently delivered calls that appear as ordinary rows, oldest first.
    private var callRows: [NoticeID] = []
    private var contents = BoardContents()
    /// Contents visible during quiet hours: earlier notifications while they last, and later calls.
    private var quietContents = BoardContents()
    private var phoneList = PhoneList()
    private var isQuiet = false
    /// Milliseconds of the current day; empty before the first event.
    private var day: Range<Int64> = 0..<0
    /// Whether an event worth waking a screen arrived during quiet hours.
    private var owesNews = false

    /// Reason why the board may be stale, in a few words; nil if it is current.
    package private(set) var trouble: String?
    /// Radio condition; nil until known.
    package private(set) var radio: RadioCondition?
    /// Counter that grows with every change worth waking a blank screen for.
    package private(set) var news: UInt64 = 0

    /// Creates an empty board.
    package init(_ options: BoardOptions = BoardOptions()) {
        self.options = options
    }

    /// Live calls: ringing calls first, newest first, then active calls.
    package var calls: [BoardCall] {
        hidesCalls ? [] : liveCalls.filter(\.isRinging) + liveCalls.filter { !$0.isRinging }
    }

    /// Notifications of the day, newest first; empty if only counts are shown.
    package var rows: [BoardRow] { shown.rows }

    /// The rows, grouped as the options say.
    package var foldedRows: [BoardRow] { options.grouping.folded(rows) }

    /// Number of notifications on the phones.
    package var counts: BoardCounts { shown.counts }

    /// Whereabouts of items and residents; empty if only counts are shown.
    package var places: [BeaconPlace] { options.detail == .counts ? [] : shown.places.all }

    /// Phones in order of name.
    package var phones: [BoardPhone] {
        phoneList.entries.map { BoardPhone(name: $0.phone.name.cleaned(), state: $0.state) }
            .sorted { $0.name < $1.name }
    }

    /// The radio condition if the radio fails; otherwise each phone and its state.
    package var sources: [String] {
        let radioWords = radio.map { [$0.shortWords] } ?? []
        if let radio, radio != .listening { return radioWords }
        let phones = phones
        return phones.isEmpty ? radioWords : phones.map { "\($0.name): \($0.words)" }
    }

    private var shown: BoardContents { isQuiet ? quietContents : contents }

    /// The same board with generic phone names, since phone names often contain a personal name.
    package var withoutPhoneNames: DayBoard {
        var board = self
        var names: [String: String] = [:]
        for (index, phone) in phones.enumerated() {
            names[phone.name] = "Phone" + (index == 0 ? "" : " \(index + 1)")
        }
        board.phoneList.renameAll { names[$0.cleaned()] ?? "Phone" }
        for index in board.liveCalls.indices {
            board.liveCalls[index].phone = board.liveCalls[index].phone.flatMap { names[$0] }
        }
        return board
    }

    /// Returns the board without live calls and with a reason, for use after the source of events is lost.
    package func left(because words: String) -> DayBoard {
        var board = self
        board.liveCalls = []
        board.trouble = words
        return board
    }

    /// Applies an event and returns whether the visible board changed.
    ///
    /// - Parameter now: the time on the monotonic clock, used for the age of calls.
    package mutating func take(_ event: BridgeEvent, at now: Duration) -> Bool {
        switch event {
        case .source, .listed: return false
        case .beacon(let news, let time):
            let hasMoved = move(to: time)
            return take(news, at: time) || hasMoved
        case .radio(let condition, _, let time):
            let hasMoved = move(to: time)
            defer { radio = condition }
            return radio != condition || hasMoved
        case .phone(let state, let phone, let time):
            let hasMoved = move(to: time)
            return phoneList.put(phone, state, at: time) || hasMoved
        case .renamed(let phone, let old, let time):
            let hasMoved = move(to: time)
            return phoneList.rename(phone, from: old) || hasMoved
        case .notice(let change, let told, let time):
            let hasMoved = move(to: time)
            let notice = options.codes == .hide ? told.withoutCode : told
            return take(change, notice, Moment(wall: time, now: now)) || hasMoved
        }
    }

    /// Advances the time, which starts and ends days and quiet hours, and returns whether the visible board changed.
    package mutating func move(to time: WallTime) -> Bool {
        let hasForgotten = beginDay(time)
        return moveQuietHours(to: time) || hasForgotten
    }

    /// Starts a new day if needed and drops older notifications that are gone from the phone.
    private mutating func beginDay(_ time: WallTime) -> Bool {
        if day.contains(time.milliseconds) { return false }
        let midnight = time.midnight
        let isFirst = day.isEmpty
        day = midnight.milliseconds..<time.nextMidnight.milliseconds
        return isFirst ? false : change { $0.forgetGone(before: midnight) }
    }

    private mutating func moveQuietHours(to time: WallTime) -> Bool {
        let wasQuiet = isQuiet
        isQuiet = options.quietHours?.contains(time) ?? false
        guard wasQuiet != isQuiet else { return false }
        let changesCalls = options.quietCalls && !liveCalls.isEmpty
        let left = quietContents
        quietContents = isQuiet ? contents : BoardContents()
        guard wasQuiet else { return changesCalls }
        if owesNews { news += 1 }
        owesNews = false
        return changesCalls || !contents.isShown(like: left)
    }

    /// Applies a change to the contents and returns whether the visible board changed.
    ///
    /// - Parameter isHidden: whether current quiet hours hide the change until they end.
    private mutating func change(
        isHidden: Bool = false, _ change: (inout BoardContents) -> Bool
    ) -> Bool {
        let hasChanged = change(&contents)
        guard isQuiet else { return hasChanged }
        return isHidden ? false : change(&quietContents)
    }

    private var hidesCalls: Bool { isQuiet && options.quietCalls }

    private mutating func take(_ news: BeaconNews, at time: WallTime) -> Bool {
        // A board limited to some categories shows only notifications.
        guard options.categories.isEmpty else { return false }
        var hasChanged = contents.places.take(news, at: time)
        if isQuiet { hasChanged = quietContents.places.take(news, at: time, hidesMissing: true) }
        if news.isAlert { tell(isHidden: isQuiet) }
        return hasChanged && options.detail != .counts || news.isAlert
    }

    private mutating func take(_ change: NoticeChange, _ notice: Notice, _ moment: Moment) -> Bool {
        switch change {
        case .removed where notice.isShownText: return forget(notice.id)
        case .removed: return remove(notice.id)
        case .forgotten: return forget(notice.id)
        case .ended: return putRow(notice, change, moment)
        case .added, .modified, .ringing, .answered, .missed:
            switch notice.call?.state {
            case .ringing: return putCall(notice, .ringing, moment)
            case .answered: return putCall(notice, .answered, moment)
            // The caller may become known after the end.
            case .ended, .missed, nil: return putRow(notice, change, moment)
            }
        }
    }
}

extension DayBoard {
    /// One point in time on both clocks.
    private struct Moment {
        let wall: WallTime
        let now: Duration
    }

    private func wants(_ notice: Notice) -> Bool {
        (options.categories.isEmpty || options.categories.contains(notice.category))
            && !(options.silence == .hide && notice.isSilent)
    }

    /// Returns whether a notification should draw no attention.
    private func isQuiet(_ notice: Notice) -> Bool {
        options.silence != .show && notice.isSilent
    }

    private func row(of notice: Notice, at time: WallTime) -> BoardRow {
        var row = BoardRow(notice, at: time, options.detail)
        row.phone = phone(of: notice)
        return row
    }

    private func phone(of notice: Notice) -> String? {
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

    private mutating func putCall(
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

    private mutating func putRow(
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

    private mutating func remove(_ id: NoticeID) -> Bool {
        let isCallOver = endCall(id)
        return change { $0.setGone(id) } || isCallOver
    }

    /// Drops a notification whose fate is unknown.
    private mutating func forget(_ id: NoticeID) -> Bool {
        let isCallOver = endCall(id)
        return change { $0.forget(id) } || isCallOver
    }

    private mutating func tell(isHidden: Bool) {
        if isHidden { owesNews = true } else { news += 1 }
    }
}

extension BoardCall {
    package var isRinging: Bool { state == .ringing }
}
