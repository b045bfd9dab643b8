internal import ANCS
internal import Linux
internal import Notices

/// Which rows of earlier runs the phones have announced again, until each has told all it has once.
struct ReannouncementTracker {
    /// Phones that are known of; past that no further one is asked.
    private static let phoneLimit = 256
    /// Rows that are remembered of each; past that it is not known which are missing.
    private static let rowLimit = 1 << 16

    /// Where to look for what a phone has not announced again.
    struct Absence {
        let bond: String
        /// When the phone's first link of this run began.
        let began: WallTime
        /// When the phone had told all.
        let at: WallTime
        /// The name of the phone whose rows are looked at, or the next one.
        var phone = Int64.min
        /// The last of them that was looked at.
        var last = Int64.min
    }

    private struct Entry {
        /// Nil where it is not known, or no longer needed.
        var began: WallTime?
        var present: Set<Int64> = []
        /// Kinds of which something was announced without its words, so that it can be any.
        var doubtful: Set<CategoryID> = []
    }

    private var entries: [String: Entry] = [:]
    /// What is to be looked for, the first first.
    var absences: [Absence] = []

    /// Takes note that a phone's notices come from now on.
    mutating func linkBegan(_ bond: String, at time: WallTime) {
        guard entries[bond] == nil, entries.count < Self.phoneLimit else { return }
        entries[bond] = Entry(began: time)
    }

    /// Takes note that a phone speaks of a notice.
    mutating func note(_ notice: Notice, _ change: NoticeChange, row: Int64?, bond: String) {
        // What comes before any link is not part of a list that could be whole.
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

    /// Takes note that a phone has told all that was on it.
    mutating func listed(_ bond: String, at time: WallTime) {
        guard let began = entries[bond]?.began,
            !absences.contains(where: { $0.bond == bond })
        else { return }
        absences.append(Absence(bond: bond, began: began, at: time))
    }

    /// Whether the phone has spoken of a row.
    func isPresent(_ row: Int64, bond: String) -> Bool {
        entries[bond]?.present.contains(row) == true
    }

    /// Whether a row of this kind that the phone has not spoken of is gone from it.
    func isAbsent(_ row: Int64, _ category: CategoryID, bond: String) -> Bool {
        guard let entry = entries[bond], entry.began != nil else { return false }
        return !entry.present.contains(row) && !entry.doubtful.contains(category)
    }

    /// Takes note that all rows of a phone were looked at.
    mutating func finish(_ bond: String) {
        entries[bond] = Entry()
        absences.removeAll { $0.bond == bond }
    }
}
