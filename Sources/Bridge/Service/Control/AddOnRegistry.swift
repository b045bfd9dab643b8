import Contract
import Formats
import JSON
import Linux

/// What programs that work beside the bridge say of themselves, and which of them have gone.
///
/// Any client that may read may say something here, under any name. So entries are kept by user: no other user changes, replaces or
/// displaces what another user's program says.
struct AddOnRegistry {
    /// Companions that are known at a time.
    static let limit = 16
    /// Those of one user; root, the bridge's own user and those of add-on services have no such limit.
    static let limitOfUser = 4

    /// Whose program it is.
    enum Owner: Hashable, Sendable {
        /// That of root, of the bridge's own user or of an add-on service.
        case trusted(user: UInt32)
        /// That of anybody else.
        case other(user: UInt32)

        var isTrusted: Bool { if case .trusted = self { true } else { false } }
    }

    private struct Entry {
        var companion: AddOnRequest
        var since: WallTime
        /// Over which connection it was told; nil where that has ended.
        var client: UInt64?
        let owner: Owner
    }

    private var entries: [Entry] = []

    /// Takes what a companion says of itself.
    ///
    /// - Returns: why that cannot be, in a sentence; nil where there was room for it.
    mutating func refusal(
        of companion: AddOnRequest, since: WallTime?, from client: UInt64, of owner: Owner,
        at now: WallTime
    ) -> String? {
        let index =
            entries.firstIndex { $0.client == client }
            ?? entries.firstIndex {
                $0.client == nil && $0.companion.name == companion.name && $0.owner == owner
            }
        if let index {
            let old = entries[index]
            let isSame = old.client == client && old.companion.isLike(companion)
            entries[index] = Entry(
                companion: companion, since: since ?? (isSame ? old.since : now), client: client,
                owner: old.owner)
            return nil
        }
        if let refusal = makeRoom(for: owner) { return refusal }
        entries.append(
            Entry(companion: companion, since: since ?? now, client: client, owner: owner))
        return nil
    }

    /// Makes room for one more, or says why there is none.
    private mutating func makeRoom(for owner: Owner) -> String? {
        if !owner.isTrusted, entries.count(where: { $0.owner == owner }) >= Self.limitOfUser {
            guard remove(where: { $0.owner == owner && $0.client == nil }) else {
                return "\(Self.limitOfUser) companions of this user are here, which is as many as "
                    + "can be"
            }
        }
        guard entries.count >= Self.limit else { return nil }
        if remove(where: { $0.client == nil && !$0.owner.isTrusted }) { return nil }
        // An add-on service is never kept out by programs of others.
        if owner.isTrusted {
            if let last = entries.lastIndex(where: { !$0.owner.isTrusted }) {
                entries.remove(at: last)
                return nil
            }
            if remove(where: { $0.client == nil }) { return nil }
        }
        return "\(Self.limit) companions are here, which is as many as can be"
    }

    private mutating func remove(where isMeant: (Entry) -> Bool) -> Bool {
        guard let index = entries.firstIndex(where: isMeant) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Takes note that a connection has ended.
    mutating func leave(_ client: UInt64, at now: WallTime) {
        for index in entries.indices where entries[index].client == client {
            entries[index].client = nil
            entries[index].since = now
        }
    }

    /// How each of them is, those of other users last.
    ///
    /// - Parameter userName: what a user is called.
    func statuses(userName: (UInt32) -> String) -> [StatusAddOn] {
        (entries.filter(\.owner.isTrusted) + entries.filter { !$0.owner.isTrusted }).map { entry in
            var status = StatusAddOn()
            status.name = entry.companion.name
            if case .other(let user) = entry.owner { status.user = userName(user) }
            status.state =
                entry.client == nil ? "gone" : entry.companion.works ? "works" : "fails"
            status.words = entry.companion.words
            status.since = entry.since
            status.waiting = entry.companion.waiting
            status.lost = entry.companion.lost
            status.trouble = entry.companion.trouble
            return status
        }
    }
}

extension AddOnRequest {
    /// Whether it is doing as another says that it does.
    fileprivate func isLike(_ other: Self) -> Bool { works == other.works && words == other.words }
}
