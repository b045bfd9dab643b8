import ANCS

/// Properties of a call that decide which notification may be about it.
struct CallKind: Hashable, Sendable {
    let state: Call.State
    /// Whether the phone reports the call as incoming.
    let isRing: Bool
    /// Whether the current session has announced the call.
    let isConfirmed: Bool

    /// Whether the call is over.
    var hasEnded: Bool { state == .ended }
    /// Whether the call rang, and the phone has reported nothing more about it yet.
    var hasStoppedRinging: Bool { hasEnded && isRing }
    /// Whether this is a ringing call that the phone has to announce again.
    var isRingToBeConfirmed: Bool { state == .ringing && !isConfirmed }
}

/// Calls grouped by kind, each group in order of arrival.
struct CallGroup: Sendable {
    /// Calls by kind, without empty groups.
    private var ids: [CallKind: [NoticeID]] = [:]

    var isEmpty: Bool { ids.isEmpty }
    /// Number of kinds, which is the cost of a lookup.
    var kindCount: Int { ids.count }

    /// Returns the oldest call of the matching kinds.
    func first(where fits: (CallKind) -> Bool) -> NoticeID? {
        var oldest: NoticeID?
        for (kind, ids) in ids where fits(kind) {
            guard let id = ids.first else { continue }
            if oldest.map({ id.rawValue < $0.rawValue }) ?? true { oldest = id }
        }
        return oldest
    }

    /// Returns the number of calls of the matching kinds.
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

/// Index of live and recently ended calls, which finds the call for a notification without a linear search.
struct CallIndex: Sendable {
    /// Position of a call in the index.
    struct Place: Equatable, Sendable {
        let kind: CallKind
        /// The caller's name; nil if nothing is known of the caller.
        let name: Text?
        /// The phone's UID under which missing texts may still arrive; nil unless the call has ended without them.
        let late: NotificationUID?

        /// Returns nil for notifications that are not calls, and for missed calls.
        init?(of notice: Notice, isConfirmed: Bool) {
            guard let state = notice.call?.state, state != .missed else { return nil }
            kind = CallKind(
                state: state, isRing: notice.category.id == .incomingCall, isConfirmed: isConfirmed)
            name = notice.isNameless ? nil : notice.title
            late = notice.isIncomplete && state == .ended ? notice.uid : nil
        }
    }

    /// All calls.
    private(set) var all = CallGroup()
    /// Calls with an unknown caller.
    private(set) var nameless = CallGroup()
    private var named: [String: CallGroup] = [:]
    private var late: [NotificationUID: [NoticeID]] = [:]

    /// Returns the calls of a caller, by visible name.
    func of(_ name: Text) -> CallGroup { named[name.visible] ?? CallGroup() }

    /// Returns the newest ended call whose texts may still arrive under this UID.
    func waitingForWords(_ uid: NotificationUID) -> NoticeID? { late[uid]?.last }

    /// Moves a call between positions of the index.
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
