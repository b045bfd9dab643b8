internal import ANCS
package import Linux
package import Notices

/// The board of a day: live calls, missed calls, and notifications on the phones.
package struct DayBoard: Sendable {
    /// Maximum number of rows kept; beyond that notifications gone from the phone are dropped first, then the oldest.
    package static let rowLimit = 256
    /// Maximum number of calls at a time; beyond that the oldest is not shown.
    package static let callLimit = 8
    /// Maximum number of phones kept; beyond that the least recently updated one is not shown.
    package static let phoneLimit = PhoneList.limit
    /// Maximum number of notifications counted; further ones are ignored.
    package static let countLimit = 16_384

    package let options: BoardOptions
    var liveCalls: [BoardCall] = []
    /// Silently delivered calls that appear as ordinary rows, oldest first.
    var callRows: [NoticeID] = []
    var contents = BoardContents()
    /// Contents visible during quiet hours: earlier notifications while they last, and later calls.
    private var quietContents = BoardContents()
    private var phoneList = PhoneList()
    var isQuiet = false
    /// Milliseconds of the current day; empty before the first event.
    private var day: Range<Int64> = 0..<0
    /// Whether an event worth waking a screen arrived during quiet hours.
    var owesNews = false

    /// Reason why the board may be stale, in a few words; nil if it is current.
    package private(set) var trouble: String?
    /// Radio condition; nil until known.
    package private(set) var radio: RadioCondition?
    /// Counter that grows with every change worth waking a blank screen for.
    package internal(set) var news: UInt64 = 0

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

    /// Whereabouts of items, residents and beacons; empty if only counts are shown.
    package var places: [BeaconPlace] { options.detail == .counts ? [] : shown.places.all }

    /// Phones in order of name.
    package var phones: [BoardPhone] {
        phoneList.entries.map { entry in
            BoardPhone(
                name: entry.phone.name.cleaned(), state: entry.state,
                battery: entry.battery?.level)
        }.sorted { $0.name < $1.name }
    }

    /// The radio condition if the radio fails; otherwise each phone and its state.
    package var sources: [String] {
        let radioWords = radio.map { [$0.shortWords] } ?? []
        if let radio, radio != .listening { return radioWords }
        let phones = phones
        return phones.isEmpty
            ? radioWords : phones.map { "\($0.name): \($0.words)" } + playing
    }

    /// The sources in forms from the longest to the shortest: a single phone may lose its name, and
    /// its state if it is ready and something plays.
    package var sourceForms: [[String]] {
        let phones = phones
        guard phones.count == 1, radio ?? .listening == .listening else { return [sources] }
        let forms = [sources, [phones[0].words] + playing]
        guard phones[0].state == .ready, !playing.isEmpty, let battery = phones[0].battery else {
            return forms
        }
        return forms + [["\(battery) %"] + playing]
    }

    /// A text about each phone that plays now.
    package var playing: [String] {
        played.map(\.media).filter(\.isPlaying).compactMap(\.words).map { "♪ \($0)" }
    }

    /// What the phones play, with the time of the monotonic clock as of which it holds; the least
    /// recently updated phone first, and without texts unless all details are shown.
    package var played: [(phone: PhoneName, media: PlayedMedia, clock: Duration)] {
        phoneList.entries.compactMap { entry in
            entry.media.map { (entry.phone, $0.played, $0.clock) }
        }
    }

    /// The player that commands are for; nil if no phone has one.
    package var player: PlayedMedia? { phoneList.player }

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
        case .battery(let level, let phone, let time):
            let hasMoved = move(to: time)
            return phoneList.put(phone, battery: level, at: time) || hasMoved
        case .media(let media, let phone, let time):
            let hasMoved = move(to: time)
            // A board limited to some categories shows only notifications.
            let isWhole = options.detail == .full && options.categories.isEmpty
            let shown = isWhole ? media : media?.withoutTexts
            return phoneList.put(phone, media: shown, at: time, clock: now) || hasMoved
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
    mutating func change(
        isHidden: Bool = false, _ change: (inout BoardContents) -> Bool
    ) -> Bool {
        let hasChanged = change(&contents)
        guard isQuiet else { return hasChanged }
        return isHidden ? false : change(&quietContents)
    }

    var hidesCalls: Bool { isQuiet && options.quietCalls }

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

extension BoardCall {
    package var isRinging: Bool { state == .ringing }
}
