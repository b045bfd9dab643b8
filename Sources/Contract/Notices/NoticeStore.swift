import ANCS

/// Store for the notifications of one phone, limited in number and bytes.
struct NoticeStore: Sendable {
    /// A notification that is, or recently was, on the phone.
    struct Entry: Sendable {
        var notice: Notice
        /// Whether the current session has announced it.
        var isConfirmed = true
        /// Time of an action from this host.
        var acted: Duration?
        /// Start of the ringing of a call.
        var ringStart: Duration?
        /// Start of a conversation, if the phone reported it as it happened.
        var talkStart: Duration?

        /// Position in the call index; nil unless this is a live or recently ended call.
        fileprivate var place: CallIndex.Place? {
            CallIndex.Place(of: notice, isConfirmed: isConfirmed)
        }

        /// Bundle identifier of the app while its name is unknown; nil afterwards.
        fileprivate var appWithoutName: Text? { notice.appName == nil ? notice.appID : nil }
    }

    /// Notifications by identifier.
    private var entries: [NoticeID: Entry] = [:]
    private var quietIDs: [NoticeID] = []
    private var callIDs: [NoticeID] = []
    private var index = CallIndex()
    /// Notifications whose app name is unknown, by app.
    private var withoutAppName: [Text: [NoticeID]] = [:]
    /// Number of index entries examined by lookups of calls so far.
    private(set) var steps = 0
    /// Number of notifications that the current session has not announced.
    private(set) var unconfirmedCount = 0
    /// Number of bytes of all texts.
    private(set) var byteCount = 0

    var count: Int { entries.count }

    /// All entries, in no particular order.
    var all: Dictionary<NoticeID, Entry>.Values { entries.values }

    /// Live and recently ended calls, oldest first.
    var calls: [Entry] { callIDs.compactMap { entries[$0] } }

    /// The same calls by kind, for lookups.
    var callsByKind: CallGroup {
        mutating get { counted(index.all) }
    }

    /// Returns the calls of a caller with this name.
    mutating func calls(named name: Text) -> CallGroup { counted(index.of(name)) }

    /// Calls of which nothing is known yet.
    var namelessCalls: CallGroup {
        mutating get { counted(index.nameless) }
    }

    /// Returns the newest ended call whose texts may still arrive under this UID.
    func callWaitingForWords(_ uid: NotificationUID) -> Entry? {
        index.waitingForWords(uid).flatMap { entries[$0] }
    }

    /// Returns the notifications of an app whose name is unknown.
    func notices(withoutNameOf app: Text) -> [NoticeID] { withoutAppName[app] ?? [] }

    /// Entry of a notification; setting nil removes it.
    subscript(id: NoticeID) -> Entry? {
        get { entries[id] }
        set {
            let old = entries[id]
            let (place, newPlace) = (old?.place, newValue?.place)
            if old == nil || newValue == nil || (place == nil) != (newPlace == nil) {
                if old != nil { remove(id, wasLiveCall: place != nil) }
                if newValue != nil { insert(id, isLiveCall: newPlace != nil) }
            }
            index.move(id, from: place, to: newPlace)
            noteApp(id, from: old?.appWithoutName, to: newValue?.appWithoutName)
            if old?.isConfirmed == false { unconfirmedCount -= 1 }
            if newValue?.isConfirmed == false { unconfirmedCount += 1 }
            byteCount += (newValue?.notice.byteCount ?? 0) - (old?.notice.byteCount ?? 0)
            entries[id] = newValue
        }
    }

    /// Whether there is no room for another notification.
    var isFull: Bool { count >= NoticeBook.limit || byteCount >= NoticeBook.byteLimit }

    /// Notification to drop if the limits are exceeded: the oldest that is not a call, otherwise the oldest call.
    var surplus: NoticeID? {
        let isTooMuch = count > NoticeBook.limit || byteCount > NoticeBook.byteLimit
        return isTooMuch && count > 1 ? quietIDs.first ?? callIDs.first : nil
    }

    private mutating func insert(_ id: NoticeID, isLiveCall: Bool) {
        if isLiveCall { callIDs.insertSorted(id) } else { quietIDs.insertSorted(id) }
    }

    private mutating func counted(_ group: CallGroup) -> CallGroup {
        steps += 1 + group.kindCount
        return group
    }

    /// Moves a notification between apps without a name.
    private mutating func noteApp(_ id: NoticeID, from old: Text?, to new: Text?) {
        guard old != new else { return }
        if let old {
            withoutAppName[old]?.removeSorted(id)
            if withoutAppName[old]?.isEmpty == true { withoutAppName[old] = nil }
        }
        if let new { withoutAppName[new, default: []].insertSorted(id) }
    }

    private mutating func remove(_ id: NoticeID, wasLiveCall: Bool) {
        if wasLiveCall { callIDs.removeSorted(id) } else { quietIDs.removeSorted(id) }
    }
}

extension Notice {
    /// Number of bytes of all texts.
    fileprivate var byteCount: Int {
        [appID, appName ?? .empty, title, subtitle, message, positiveAction, negativeAction]
            .reduce(0) { $0 + $1.bytes.count }
    }
}

/// Sorted identifiers; almost all insertions are at the end.
extension [NoticeID] {
    mutating func insertSorted(_ id: NoticeID) {
        insert(id, at: place(of: id))
    }

    mutating func removeSorted(_ id: NoticeID) {
        let index = place(of: id)
        if index < count, self[index] == id { remove(at: index) }
    }

    /// Returns the position of an identifier, or the position at which to insert it.
    private func place(of id: NoticeID) -> Int {
        guard let last, last.rawValue >= id.rawValue else { return count }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].rawValue < id.rawValue { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
