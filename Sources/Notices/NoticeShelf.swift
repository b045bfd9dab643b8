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

        /// Who calls; nil for what is no call that goes on, or did until a moment ago.
        fileprivate var caller: Caller? {
            isLiveCall ? notice.isNameless ? .nobody : .name(notice.title) : nil
        }
    }

    /// Who calls, as far as that is known.
    fileprivate enum Caller: Equatable {
        case name(Text)
        case nobody
    }

    /// Notices by name, in the order in which they came.
    private var entries: [NoticeID: Entry] = [:]
    private var quietIDs: [NoticeID] = []
    private var callIDs: [NoticeID] = []
    /// The same calls by the caller's name as it is seen, and those of which nothing is known.
    private var callIDsByName: [String: [NoticeID]] = [:]
    private var namelessIDs: [NoticeID] = []
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

    /// The calls whose caller has this name.
    func calls(named name: Text) -> [Entry] {
        (callIDsByName[name.visible] ?? []).compactMap { entries[$0] }
    }

    /// The calls of which nothing is known yet.
    var namelessCalls: [Entry] { namelessIDs.compactMap { entries[$0] } }

    /// A notice by its name; setting nothing takes it away.
    subscript(id: NoticeID) -> Entry? {
        get { entries[id] }
        set {
            let old = entries[id]
            if old?.isLiveCall != newValue?.isLiveCall {
                if let old { remove(id, wasLiveCall: old.isLiveCall) }
                if let newValue { insert(id, isLiveCall: newValue.isLiveCall) }
            }
            noteCaller(id, from: old, to: newValue)
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

    /// Keeps calls where their caller's name leads.
    private mutating func noteCaller(_ id: NoticeID, from old: Entry?, to new: Entry?) {
        let (old, new) = (old.flatMap(\.caller), new.flatMap(\.caller))
        guard old != new else { return }
        switch old {
        case .name(let name):
            callIDsByName[name.visible]?.removeSorted(id)
            if callIDsByName[name.visible]?.isEmpty == true { callIDsByName[name.visible] = nil }
        case .nobody: namelessIDs.removeSorted(id)
        case nil: break
        }
        switch new {
        case .name(let name): callIDsByName[name.visible, default: []].insertSorted(id)
        case .nobody: namelessIDs.insertSorted(id)
        case nil: break
        }
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
