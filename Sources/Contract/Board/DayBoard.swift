internal import ANCS
package import Linux
package import Notices

/// What a person sees of a day: calls that ring, what was missed, what is on the phones.
package struct DayBoard: Sendable {
    /// Rows that are kept; past that the oldest goes, and what is gone from the phone first.
    package static let rowLimit = 256
    /// Calls at a time; past that the one that began first is not shown.
    package static let callLimit = 8
    /// Phones that are kept; past that the one heard of longest ago is not shown.
    package static let phoneLimit = PhoneList.limit
    /// Notices that are counted; further ones are not.
    package static let countLimit = 16_384

    /// What it shows.
    package let options: BoardOptions
    private var liveCalls: [BoardCall] = []
    /// Calls that are rows among others, since they are delivered in silence, the oldest first.
    private var callRows: [NoticeID] = []
    private var contents = BoardContents()
    /// What quiet hours leave of it: what was there when they began, as long as it is, and calls since then.
    private var quietContents = BoardContents()
    private var phoneList = PhoneList()
    private var isQuiet = false
    /// The milliseconds of today, once it is known.
    private var day: Range<Int64> = 0..<0
    /// Whether something worth waking a screen for came in quiet hours.
    private var owesNews = false

    /// Why it may not hold any more, in a few words; nil while it does.
    package private(set) var trouble: String?
    /// How the radio is doing, once that is known.
    package private(set) var radio: RadioCondition?
    /// Grows with every change that is worth waking a blank screen for.
    package private(set) var news: UInt64 = 0

    /// A board of a day on which nothing has happened yet.
    package init(_ options: BoardOptions = BoardOptions()) {
        self.options = options
    }

    /// The calls: those that ring, the newest first, then those that go on.
    package var calls: [BoardCall] {
        hidesCalls ? [] : liveCalls.filter(\.isRinging) + liveCalls.filter { !$0.isRinging }
    }

    /// The notices of the day, the newest first; none where only counts are shown.
    package var rows: [BoardRow] { shown.rows }

    /// The same with those folded into one that belong together, as the options say.
    package var foldedRows: [BoardRow] { options.grouping.folded(rows) }

    /// How many notices are on the phones.
    package var counts: BoardCounts { shown.counts }

    /// Things and persons, and where they are; none where only counts are shown.
    package var places: [BeaconPlace] { options.detail == .counts ? [] : shown.places.all }

    /// The phones by name.
    package var phones: [BoardPhone] {
        phoneList.entries.map { BoardPhone(name: $0.phone.name.cleaned(), state: $0.state) }
            .sorted { $0.name < $1.name }
    }

    /// The radio if it fails, and else each phone and how it is doing.
    package var sources: [String] {
        let radioWords = radio.map { [$0.shortWords] } ?? []
        if let radio, radio != .listening { return radioWords }
        let phones = phones
        return phones.isEmpty ? radioWords : phones.map { "\($0.name): \($0.words)" }
    }

    private var shown: BoardContents { isQuiet ? quietContents : contents }

    /// The same board, whose phones are called nothing but that: a person's name may be in what they are called.
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

    /// The same board where nobody tells any more what becomes of it: it says so, and no call rings on.
    package func left(because words: String) -> DayBoard {
        var board = self
        board.liveCalls = []
        board.trouble = words
        return board
    }

    /// Takes an event, and says whether anything that is shown changed.
    ///
    /// - Parameter now: the moment by the clock that nobody sets, from which calls have their age.
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

    /// Takes note of the time, with which days and quiet hours begin and end, and says whether
    /// anything that is shown changed.
    package mutating func move(to time: WallTime) -> Bool {
        let hasForgotten = beginDay(time)
        return moveQuietHours(to: time) || hasForgotten
    }

    /// With the first look at a new day, what came before it and is gone from the phone goes.
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

    /// Changes what is kept, and returns whether that changes what is shown.
    ///
    /// - Parameter isHidden: whether quiet hours that hold now hide it until they are over.
    private mutating func change(
        isHidden: Bool = false, _ change: (inout BoardContents) -> Bool
    ) -> Bool {
        let hasChanged = change(&contents)
        guard isQuiet else { return hasChanged }
        return isHidden ? false : change(&quietContents)
    }

    private var hidesCalls: Bool { isQuiet && options.quietCalls }

    private mutating func take(_ news: BeaconNews, at time: WallTime) -> Bool {
        // A board of some categories alone is about notices.
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
            // The caller may be learnt after the end.
            case .ended, .missed, nil: return putRow(notice, change, moment)
            }
        }
    }
}

extension DayBoard {
    /// One moment by two clocks.
    private struct Moment {
        let wall: WallTime
        let now: Duration
    }

    private func wants(_ notice: Notice) -> Bool {
        (options.categories.isEmpty || options.categories.contains(notice.category))
            && !(options.silence == .hide && notice.isSilent)
    }

    /// Whether a notice draws no attention to itself.
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

    /// Shows a call as a row among others.
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
        let isOld = notice.flags.contains(.preExisting)
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

    /// Shows no more of a notice of which nobody knows what becomes of it.
    private mutating func forget(_ id: NoticeID) -> Bool {
        let isCallOver = endCall(id)
        return change { $0.forget(id) } || isCallOver
    }

    private mutating func tell(isHidden: Bool) {
        if isHidden { owesNews = true } else { news += 1 }
    }
}

extension BoardCall {
    /// Whether the phone rings.
    package var isRinging: Bool { state == .ringing }
}
