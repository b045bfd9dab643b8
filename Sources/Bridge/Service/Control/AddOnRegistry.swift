import Control
import Formats
import JSON
import Linux

/// Registry of add-on services with their reported status, including those that are gone.
///
/// Any client with the right to read may report under any name. Entries are kept by user, so that no other user can report
/// in their place.
///
/// An entry is gone once its connection has ended. To make room, a full registry drops one entry: a gone one of an ordinary
/// user; for an add-on service otherwise a live one of an ordinary user, or a gone one of an add-on service.
struct AddOnRegistry {
    /// Maximum number of entries.
    static let limit = 16
    /// Maximum number of entries for one user; root, the bridge's user and users of add-on services are exempt.
    static let limitOfUser = 4

    /// Owner of an entry.
    enum Owner: Hashable, Sendable {
        /// Root, the bridge's user or the user of an add-on service.
        case trusted(user: UInt32)
        /// Any other user.
        case other(user: UInt32)

        var isTrusted: Bool { if case .trusted = self { true } else { false } }
    }

    private struct Entry {
        var addOn: AddOnRequest
        var since: WallTime
        /// Connection of the report; nil once it has ended.
        var client: UInt64?
        let owner: Owner
    }

    private var entries: [Entry] = []

    /// Adds or updates an entry.
    ///
    /// - Returns: why there is no room, in a sentence; nil on success.
    mutating func refusal(
        of addOn: AddOnRequest, since: WallTime?, from client: UInt64, of owner: Owner,
        at now: WallTime
    ) -> String? {
        let index =
            entries.firstIndex { $0.client == client }
            ?? entries.firstIndex {
                $0.client == nil && $0.addOn.name == addOn.name && $0.owner == owner
            }
        if let index {
            let old = entries[index]
            let isSame = old.client == client && old.addOn.isLike(addOn)
            entries[index] = Entry(
                addOn: addOn, since: since ?? (isSame ? old.since : now), client: client,
                owner: old.owner)
            return nil
        }
        if let refusal = makeRoom(for: owner) { return refusal }
        entries.append(
            Entry(addOn: addOn, since: since ?? now, client: client, owner: owner))
        return nil
    }

    /// Makes room for an entry; returns why that is not possible.
    private mutating func makeRoom(for owner: Owner) -> String? {
        if !owner.isTrusted, entries.count(where: { $0.owner == owner }) >= Self.limitOfUser {
            guard remove(where: { $0.owner == owner && $0.client == nil }) else {
                return "this user has \(Self.limitOfUser) add-on services, which is the maximum"
            }
        }
        guard entries.count >= Self.limit else { return nil }
        if remove(where: { $0.client == nil && !$0.owner.isTrusted }) { return nil }
        // An add-on service takes precedence over programs of other users.
        if owner.isTrusted {
            if let last = entries.lastIndex(where: { !$0.owner.isTrusted }) {
                entries.remove(at: last)
                return nil
            }
            if remove(where: { $0.client == nil }) { return nil }
        }
        return "there are \(Self.limit) add-on services, which is the maximum"
    }

    private mutating func remove(where isMeant: (Entry) -> Bool) -> Bool {
        guard let index = entries.firstIndex(where: isMeant) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Records the end of a connection.
    mutating func leave(_ client: UInt64, at now: WallTime) {
        for index in entries.indices where entries[index].client == client {
            entries[index].client = nil
            entries[index].since = now
        }
    }

    /// Returns the status of each entry, those of ordinary users last.
    ///
    /// - Parameter userName: returns the name for a user number.
    func statuses(userName: (UInt32) -> String) -> [StatusAddOn] {
        (entries.filter(\.owner.isTrusted) + entries.filter { !$0.owner.isTrusted }).map { entry in
            var status = StatusAddOn()
            status.name = entry.addOn.name
            if case .other(let user) = entry.owner { status.user = userName(user) }
            status.state =
                entry.client == nil ? "gone" : entry.addOn.works ? "works" : "fails"
            status.words = entry.addOn.words
            status.since = entry.since
            status.waiting = entry.addOn.waiting
            status.lost = entry.addOn.lost
            status.trouble = entry.addOn.trouble
            return status
        }
    }
}

extension AddOnRequest {
    /// Returns whether two reports have the same state and text.
    fileprivate func isLike(_ other: Self) -> Bool { works == other.works && words == other.words }
}
