/// What a centre is to get next of a history, all of which it has to take, or none.
package struct OutboxBatch: Hashable, Sendable {
    /// Notices of a batch at most.
    package static let limit = 500
    /// Bytes of their records from which on nothing is added.
    package static let byteLimit = 512 << 10
    /// Bytes of one record; of a longer one the words that it had earlier are left out.
    static let recordLimit = 2 << 20

    /// One notice.
    package struct Item: Hashable, Sendable {
        /// The notice's number, by which a centre knows it.
        package let number: Int64
        /// All that is known of it, as a line of an export; nil for one that was forgotten.
        package let record: [UInt8]?

        /// A notice, or that it is gone.
        package init(number: Int64, record: [UInt8]?) {
            self.number = number
            self.record = record
        }
    }

    /// That what a phone sent goes by another name.
    package struct Renaming: Hashable, Sendable {
        /// The bond's own name for the phone.
        package let bond: String
        /// What it was called.
        package let old: String
        /// What it is called now.
        package let name: String

        /// A phone that has another name.
        package init(bond: String, was old: String, name: String) {
            self.bond = bond
            self.old = old
            self.name = name
        }
    }

    /// Its number, greater than that of any batch before; what is in it is as it was then, or later.
    package var turn: Int64
    /// What is to be done first.
    package var renamings: [Renaming] = []
    /// The notices, the newest first.
    package var items: [Item] = []
    /// How many notices wait, these among them.
    package var waiting = 0
    /// How many were deleted for want of room before a centre had them.
    package var lost = 0
    /// How many a centre did not take, which stay here.
    package var refused = 0
    /// Whether a centre did not take these before.
    package var isAgain = false

    /// Nothing, as the batch of a number.
    package init(turn: Int64) {
        self.turn = turn
    }

    /// Whether there is nothing in it.
    package var isEmpty: Bool { items.isEmpty && renamings.isEmpty }
}

/// By what a centre knows a history, and knows that it is not another one's copy.
///
/// They agree on something new whenever they meet: a copy that goes its own way has an older meeting than the
/// centre, or another one of the same number.
package struct HistoryIdentity: Hashable, Sendable {
    /// Names the history: 32 hexadecimal digits, by chance.
    package let history: String
    /// How often they have met.
    package let meeting: Int64
    /// What they agreed on then; empty before the first meeting.
    package let token: String
    /// What they are to agree on now.
    package let next: String

    /// The identity of a history.
    package init(history: String, meeting: Int64, token: String, next: String) {
        self.history = history
        self.meeting = meeting
        self.token = token
        self.next = next
    }
}
