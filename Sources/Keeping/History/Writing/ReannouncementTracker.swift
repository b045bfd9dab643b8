internal import ANCS
internal import Linux
internal import Notices

/// Rows of earlier runs that each phone has announced again, until the end of its list.
struct ReannouncementTracker {
    /// Limit of phones; further phones are not tracked.
    private static let phoneLimit = 256
    /// Limit of rows per phone; above it, missing rows cannot be determined.
    private static let rowLimit = 1 << 16

    /// Search for rows that a phone has not announced again.
    struct Absence {
        let bond: String
        /// Beginning of the phone's first link of this run.
        let began: WallTime
        /// Time at which the phone's list ended.
        let at: WallTime
        /// Number of the phone row to search next, or a lower one; a phone has a row for each name.
        var phone = Int64.min
        /// Number of the last searched notification of that phone row.
        var last = Int64.min
    }

    private struct Entry {
        /// Beginning of the first link; nil if it is unknown or no longer required.
        var began: WallTime?
        var present: Set<Int64> = []
        /// Categories with an announcement without texts, which may be any row.
        var doubtful: Set<CategoryID> = []
    }

    private var entries: [String: Entry] = [:]
    /// Pending searches, in order.
    var absences: [Absence] = []

    /// Records the beginning of a link.
    mutating func linkBegan(_ bond: String, at time: WallTime) {
        guard entries[bond] == nil, entries.count < Self.phoneLimit else { return }
        entries[bond] = Entry(began: time)
    }

    /// Records that a phone has a notification.
    mutating func note(_ notice: Notice, _ change: NoticeChange, row: Int64?, bond: String) {
        // A list that began before the link cannot be complete.
        guard entries[bond]?.began != nil else {
            if entries.count < Self.phoneLimit { entries[bond] = Entry() }
            return
        }
        if let row { entries[bond]?.present.insert(row) }
        if notice.isIncomplete, change.isComing {
            entries[bond]?.doubtful.insert(notice.category.id)
        }
        if entries[bond]?.present.count ?? 0 > Self.rowLimit { entries[bond] = Entry() }
    }

    /// Records the end of a phone's list.
    mutating func listed(_ bond: String, at time: WallTime) {
        guard let began = entries[bond]?.began,
            !absences.contains(where: { $0.bond == bond })
        else { return }
        absences.append(Absence(bond: bond, began: began, at: time))
    }

    /// Whether the phone has announced a row.
    func isPresent(_ row: Int64, bond: String) -> Bool {
        entries[bond]?.present.contains(row) == true
    }

    /// Whether a row that the phone has not announced is no longer on it.
    func isAbsent(_ row: Int64, _ category: CategoryID, bond: String) -> Bool {
        guard let entry = entries[bond], entry.began != nil else { return false }
        return !entry.present.contains(row) && !entry.doubtful.contains(category)
    }

    /// Records that all rows of a phone were searched.
    mutating func finish(_ bond: String) {
        entries[bond] = Entry()
        absences.removeAll { $0.bond == bond }
    }
}
