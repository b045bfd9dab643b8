import ANCS

/// What of a call decides which notification may be about it.
struct CallKind: Hashable, Sendable {
    /// How it goes.
    let state: Call.State
    /// Whether the phone speaks of it as of one that rings.
    let isRing: Bool
    /// Whether the session of the moment has announced it.
    let isConfirmed: Bool

    /// Whether it rings or was taken no longer.
    var hasEnded: Bool { state == .ended }
    /// Whether it rang, and the phone has reported nothing more about it yet.
    var hasStoppedRinging: Bool { hasEnded && isRing }
    /// Whether it is a ring that the phone has to announce again.
    var isRingToBeConfirmed: Bool { state == .ringing && !isConfirmed }
}

/// Calls by their kind, those of each in the order in which they came.
struct CallGroup: Sendable {
    /// Of each kind that there is at least one.
    private var ids: [CallKind: [NoticeID]] = [:]

    /// Whether there is none.
    var isEmpty: Bool { ids.isEmpty }
    /// How many kinds there are, which is what a question costs.
    var kindCount: Int { ids.count }

    /// The oldest call of the kinds that fit.
    func first(where fits: (CallKind) -> Bool) -> NoticeID? {
        var oldest: NoticeID?
        for (kind, ids) in ids where fits(kind) {
            guard let id = ids.first else { continue }
            if oldest.map({ id.rawValue < $0.rawValue }) ?? true { oldest = id }
        }
        return oldest
    }

    /// How many calls are of the kinds that fit.
    func count(where fits: (CallKind) -> Bool) -> Int {
        var count = 0
        for (kind, ids) in ids where fits(kind) { count += ids.count }
        return count
    }

    mutating func insert(_ id: NoticeID, _ kind: CallKind) {
        ids[kind, default: []].insertSorted(id)
    }

    mutating func remove(_ id: NoticeID, _ kind: CallKind) {
        ids[kind]?.removeSorted(id)
        if ids[kind]?.isEmpty == true { ids[kind] = nil }
    }
}

/// The calls that go on, or did until a moment ago: which of them a notification is about is found without a look at each.
struct CallIndex: Sendable {
    /// Where a call is found.
    struct Place: Equatable, Sendable {
        let kind: CallKind
        /// The caller's name; nil if nothing is known of the caller.
        let name: Text?
        /// The handle under which its words may still come after its end.
        let late: NotificationUID?

        /// Nil for what is no call, or one that was missed.
        init?(of notice: Notice, isConfirmed: Bool) {
            guard let state = notice.call?.state, state != .missed else { return nil }
            kind = CallKind(
                state: state, isRing: notice.category.id == .incomingCall, isConfirmed: isConfirmed)
            name = notice.isNameless ? nil : notice.title
            late = notice.isIncomplete && state == .ended ? notice.uid : nil
        }
    }

    /// All of them.
    private(set) var all = CallGroup()
    /// Those of whose caller nothing is known.
    private(set) var nameless = CallGroup()
    private var named: [String: CallGroup] = [:]
    private var late: [NotificationUID: [NoticeID]] = [:]

    /// Those of a caller, by the name as it is seen.
    func of(_ name: Text) -> CallGroup { named[name.visible] ?? CallGroup() }

    /// The newest that has ended without its words, which may come under this handle.
    func waitingForWords(_ uid: NotificationUID) -> NoticeID? { late[uid]?.last }

    /// Keeps a call where its place leads.
    mutating func move(_ id: NoticeID, from old: Place?, to new: Place?) {
        guard old != new else { return }
        if let old { remove(id, old) }
        if let new { insert(id, new) }
    }

    private mutating func insert(_ id: NoticeID, _ place: Place) {
        all.insert(id, place.kind)
        if let name = place.name {
            named[name.visible, default: CallGroup()].insert(id, place.kind)
        } else {
            nameless.insert(id, place.kind)
        }
        if let uid = place.late { late[uid, default: []].insertSorted(id) }
    }

    private mutating func remove(_ id: NoticeID, _ place: Place) {
        all.remove(id, place.kind)
        if let name = place.name?.visible {
            named[name]?.remove(id, place.kind)
            if named[name]?.isEmpty == true { named[name] = nil }
        } else {
            nameless.remove(id, place.kind)
        }
        if let uid = place.late {
            late[uid]?.removeSorted(id)
            if late[uid]?.isEmpty == true { late[uid] = nil }
        }
    }
}
