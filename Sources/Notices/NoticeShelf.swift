/// Where the notices of one phone are kept: so many, and so many bytes, at most.
struct NoticeShelf: Sendable {
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

        fileprivate var isLiveCall: Bool {
            notice.call.map { $0.state != .missed } ?? false
        }
    }

    /// Notices by name, in the order in which they came.
    private var entries: [NoticeID: Entry] = [:]
    private var quietIDs: [NoticeID] = []
    private var callIDs: [NoticeID] = []
    /// The bytes of all texts.
    private(set) var byteCount = 0

    /// How many there are.
    var count: Int { entries.count }

    /// All of them, in no order.
    var all: Dictionary<NoticeID, Entry>.Values { entries.values }

    /// The calls that go on, or did until a moment ago, oldest first.
    var calls: [Entry] { callIDs.compactMap { entries[$0] } }

    /// A notice by its name; setting nothing takes it away.
    subscript(id: NoticeID) -> Entry? {
        get { entries[id] }
        set {
            let old = entries[id]
            if old?.isLiveCall != newValue?.isLiveCall {
                if let old { remove(id, wasLiveCall: old.isLiveCall) }
                if let newValue { insert(id, isLiveCall: newValue.isLiveCall) }
            }
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
    fileprivate mutating func insertSorted(_ id: NoticeID) {
        insert(id, at: place(of: id))
    }

    fileprivate mutating func removeSorted(_ id: NoticeID) {
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
