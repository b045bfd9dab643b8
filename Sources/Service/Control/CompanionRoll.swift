import Contract
import Control
import Formats
import JSON
import Linux

/// What programs that work beside the bridge say of themselves, and which of them have gone.
struct CompanionRoll {
    /// Companions that are known at a time; past that one that has gone gives way, or a further one is refused.
    static let limit = 16

    private struct Entry {
        var companion: CompanionRequest
        var since: WallTime
        /// Over which connection it was told; nil where that has ended.
        var client: UInt64?
    }

    private var entries: [Entry] = []

    /// Takes what a companion says of itself.
    ///
    /// - Returns: whether there was room for it.
    mutating func take(
        _ companion: CompanionRequest, since: WallTime?, from client: UInt64,
        at now: WallTime
    ) -> Bool {
        let index =
            entries.firstIndex { $0.client == client }
            ?? entries.firstIndex { $0.client == nil && $0.companion.name == companion.name }
        if let index {
            let old = entries[index]
            let isSame = old.client == client && old.companion.isLike(companion)
            entries[index] = Entry(
                companion: companion, since: since ?? (isSame ? old.since : now), client: client)
            return true
        }
        if entries.count >= Self.limit {
            guard let gone = entries.firstIndex(where: { $0.client == nil }) else { return false }
            entries.remove(at: gone)
        }
        entries.append(Entry(companion: companion, since: since ?? now, client: client))
        return true
    }

    /// Takes note that a connection has ended.
    mutating func leave(_ client: UInt64, at now: WallTime) {
        for index in entries.indices where entries[index].client == client {
            entries[index].client = nil
            entries[index].since = now
        }
    }

    /// How each of them is.
    var statuses: [StatusCompanion] {
        entries.map { entry in
            var status = StatusCompanion()
            status.name = entry.companion.name
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

extension CompanionRequest {
    /// Whether it is doing as another says that it does.
    fileprivate func isLike(_ other: Self) -> Bool { works == other.works && words == other.words }
}
