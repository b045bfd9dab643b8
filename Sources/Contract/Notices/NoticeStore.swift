import ANCS

/// Where the notices of one phone are kept: so many, and so many bytes, at most.
struct NoticeStore: Sendable {
    /// A notice that is on the phone, or was until a moment ago.
    struct Entry: Sendable {
        var notice: Notice
        /// Whether the session of the moment has announced it.
        var isConfirmed = true
        /// When an action from this host was performed on it.
        var acted: Duration?
        /// When a call began to ring.
        var ringStart: Duration?
        /// When a call was taken, where the phone told of that as it happened.
        var talkStart: Duration?

        /// Where it is among the calls; nil for what is no call that goes on, or did until a moment ago.
        fileprivate var place: CallIndex.Place? {
            CallIndex.Place(of: notice, isConfirmed: isConfirmed)
        }

        /// The app, as long as it has no name.
        fileprivate var appWithoutName: Text? { notice.appName == nil ? notice.appID : nil }
    }

    /// Notices by name, in the order in which they came.
    private var entries: [NoticeID: Entry] = [:]
    private var quietIDs: [NoticeID] = []
    private var callIDs: [NoticeID] = []
    private var index = CallIndex()
    /// Those whose app has no name yet, by the app.
    private var withoutAppName: [Text: [NoticeID]] = [:]
    /// How many kinds of calls were looked at so far.
    private(set) var steps = 0
    /// How many the session of the moment has not announced.
    private(set) var unconfirmedCount = 0
    /// The bytes of all texts.
    private(set) var byteCount = 0

    /// How many there are.
    var count: Int { entries.count }

    /// All of them, in no order.
    var all: Dictionary<NoticeID, Entry>.Values { entries.values }

    /// The calls that go on, or did until a moment ago, oldest first.
    var calls: [Entry] { callIDs.compactMap { entries[$0] } }

    /// The same calls by their kind, to find one of them.
    var callsByKind: CallGroup {
        mutating get { counted(index.all) }
    }

    /// The calls whose caller has this name.
    mutating func calls(named name: Text) -> CallGroup { counted(index.of(name)) }

    /// The calls of which nothing is known yet.
    var namelessCalls: CallGroup {
        mutating get { counted(index.nameless) }
    }

    /// The newest call that has ended without its words, which may come under this handle.
    func callWaitingForWords(_ uid: NotificationUID) -> Entry? {
        index.waitingForWords(uid).flatMap { entries[$0] }
    }

    /// The notices of an app that has no name yet.
    func notices(withoutNameOf app: Text) -> [NoticeID] { withoutAppName[app] ?? [] }

    /// A notice by its name; setting nothing takes it away.
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

    /// Whether there is no room for another.
    var isFull: Bool { count >= NoticeBook.limit || byteCount >= NoticeBook.byteLimit }

    /// The notice that makes room where there is too much: the oldest that is no call, or where all
    /// are calls the oldest.
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

    /// Keeps notices where an app without a name leads.
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
    /// The bytes of all its texts.
    fileprivate var byteCount: Int {
        [appID, appName ?? .empty, title, subtitle, message, positiveAction, negativeAction]
            .reduce(0) { $0 + $1.bytes.count }
    }
}

/// Names that are kept in order; almost always one is added at the end.
extension [NoticeID] {
    mutating func insertSorted(_ id: NoticeID) {
        insert(id, at: place(of: id))
    }

    mutating func removeSorted(_ id: NoticeID) {
        let index = place(of: id)
        if index < count, self[index] == id { remove(at: index) }
    }

    /// Where a name is, or belongs.
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
