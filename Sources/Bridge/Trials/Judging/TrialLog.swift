package import ANCS
package import Notices

/// Log of a step: numbers and kinds, never a text, a name or an address.
package struct TrialLog: Sendable {
    /// Maximum number of notification events; later ones are ignored.
    package static let limit = 4096
    /// Maximum number of all entries, which leaves room for state changes of a phone that sends much.
    private static let limitOfAll = 2 * limit

    /// Data kept of a notification.
    package struct Mark: Hashable, Sendable {
        package let id: NoticeID
        package let uid: NotificationUID
        package let category: CategoryID
        package let flags: EventFlags
        /// Whether one of its texts contains the word of the step.
        package let hasWord: Bool
        package let isIncomplete: Bool
        /// Hashes of the app and the title (of a call, the caller), different in each run of the program.
        let app: Int
        let title: Int
        /// Hash of the content, different in each run of the program, so that texts cannot be guessed from it.
        package let content: Int
    }

    /// Entry of the log.
    package enum Entry: Hashable, Sendable {
        case notice(NoticeChange, Mark)
        case source(SourceEvent)
        case phone(PhoneState)
        /// The host resumed from a suspend.
        case slept
        /// The bridge was asked to act on the call, with the outcome.
        case acted(isDone: Bool)
        case bonded
        /// A phone paired earlier reconnected during pairing and shares its notifications.
        case alreadyPaired
        /// Pairing ended without a phone.
        case windowClosed
    }

    /// Entries in order.
    package private(set) var entries: [(time: Duration, entry: Entry)] = []

    package init() {}

    /// Adds an entry, up to the limits.
    package mutating func add(_ entry: Entry, at time: Duration) {
        let isOfMany =
            switch entry {
            case .notice, .source: true
            case .phone, .slept, .acted, .bonded, .alreadyPaired, .windowClosed: false
            }
        if entries.count < (isOfMany ? Self.limit : Self.limitOfAll) {
            entries.append((time, entry))
        }
    }

    /// Adds an event of the bridge, without its texts.
    ///
    /// - Parameter word: word that the message of the step contains.
    package mutating func add(_ event: BridgeEvent, word: String?, at time: Duration) {
        switch event {
        // A text of the host says nothing about the phone.
        case .notice(_, let notice, _) where notice.isShownText: break
        case .notice(let change, let notice, _):
            add(.notice(change, Mark(notice, word: word)), at: time)
        case .phone(let state, _, _): add(.phone(state), at: time)
        case .source(let event, _, _): add(.source(event), at: time)
        case .renamed, .radio, .beacon, .battery, .media, .listed: break
        }
    }
}

extension TrialLog.Mark {
    fileprivate init(_ notice: Notice, word: String?) {
        id = notice.id
        uid = notice.uid
        category = notice.category.id
        flags = notice.flags
        isIncomplete = notice.isIncomplete
        let texts = [notice.title, notice.subtitle, notice.message].map { $0.string.lowercased() }
        hasWord = word.map { word in texts.contains { $0.contains(word) } } ?? false
        app = notice.appID.hashValue
        title = notice.title.hashValue
        content = Self.content(of: notice, isTold: hasWord)
    }

    /// - Parameter isTold: whether the texts suffice to identify the notification.
    private static func content(of notice: Notice, isTold: Bool) -> Int {
        var hasher = Hasher()
        for text in [notice.appID, notice.title, notice.subtitle, notice.message] {
            hasher.combine(text)
        }
        // Without texts all notifications of an app look the same, without attributes all do.
        if !isTold, notice.call == nil { hasher.combine(notice.date) }
        if notice.isIncomplete { hasher.combine(notice.uid) }
        return hasher.finalize()
    }
}

extension TrialLog {
    typealias Timed<Value> = (time: Duration, value: Value)

    var notices: [Timed<(change: NoticeChange, mark: Mark)>] {
        entries.compactMap { time, entry in
            if case .notice(let change, let mark) = entry { (time, (change, mark)) } else { nil }
        }
    }

    var source: [Timed<SourceEvent>] {
        entries.compactMap { time, entry in
            if case .source(let event) = entry { (time, event) } else { nil }
        }
    }

    var states: [Timed<PhoneState>] {
        entries.compactMap { time, entry in
            if case .phone(let state) = entry { (time, state) } else { nil }
        }
    }

    func time(of wanted: Entry) -> Duration? {
        entries.first { $0.entry == wanted }?.time
    }

    /// Apps whose notifications contained the word of the step.
    var appsWithWord: Set<Int> {
        Set(notices.map(\.value.mark).filter { $0.hasWord && !$0.isIncomplete }.map(\.app))
    }

    /// Returns how often the phone announced one of these UIDs as new.
    func announcements(of uids: Set<NotificationUID>) -> Int {
        source.count { $0.value.event == .added && uids.contains($0.value.uid) }
    }

    /// Returns the time from the announcement of a notification until it was complete.
    func fetchTime(of mark: Timed<Mark>) -> Duration? {
        source.first { $0.value.event == .added && $0.value.uid == mark.value.uid }
            .map { mark.time - $0.time }
    }

    /// Number of notifications announced as new after a return although they were old.
    ///
    /// The bridge recognizes their texts and does not report them again, so only raw events show it.
    var unmarked: Int {
        let new = Set(notices.filter { $0.value.change != .removed }.map(\.value.mark.uid))
        guard let back = states.first(where: { $0.value == .ready })?.time else { return 0 }
        return source.count { time, event in
            event.event == .added && time >= back - .seconds(5)
                && !event.flags.contains(.preExisting) && !event.category.isLiveCall
                && !new.contains(event.uid)
        }
    }
}
