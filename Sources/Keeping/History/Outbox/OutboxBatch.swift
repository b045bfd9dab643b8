/// The next upload to the central database, accepted or refused as a whole.
package struct OutboxBatch: Hashable, Sendable {
    /// Limit of notifications per batch.
    package static let limit = 500
    /// Size of the records in bytes at which a batch is full.
    package static let byteLimit = 512 << 10
    /// Limit of a record in bytes; longer records omit earlier texts.
    static let recordLimit = 2 << 20

    /// Notification of a batch.
    package struct Item: Hashable, Sendable {
        /// Number of the notification, which identifies it in the central database.
        package let number: Int64
        /// The notification as a line of an export; nil if it was deleted.
        package let record: [UInt8]?

        package init(number: Int64, record: [UInt8]?) {
            self.number = number
            self.record = record
        }
    }

    /// New name of a phone for all its rows.
    package struct Renaming: Hashable, Sendable {
        /// The phone's bond.
        package let bond: String
        package let old: String
        package let name: String

        package init(bond: String, was old: String, name: String) {
            self.bond = bond
            self.old = old
            self.name = name
        }
    }

    /// Number of the batch, greater than all earlier ones.
    package var turn: Int64
    /// Renamings, to be applied first.
    package var renamings: [Renaming] = []
    /// The notifications, newest first.
    package var items: [Item] = []
    /// Number of notifications waiting, including these.
    package var waiting = 0
    /// Number of notifications deleted by retention before their upload.
    package var lost = 0
    /// Number of refused notifications, which remain here.
    package var refused = 0
    /// Whether these notifications were refused before.
    package var isAgain = false

    /// Creates an empty batch.
    package init(turn: Int64) {
        self.turn = turn
    }

    package var isEmpty: Bool { items.isEmpty && renamings.isEmpty }
}

/// Identity of a history in the central database, which distinguishes it from copies.
///
/// A new token is agreed at each connection. A copy therefore has an older meeting number, or a
/// different token for the same number.
package struct HistoryIdentity: Hashable, Sendable {
    /// Random name of the history, 32 hexadecimal digits.
    package let history: String
    /// Number of connections so far.
    package let meeting: Int64
    /// Token of the last connection; empty before the first one.
    package let token: String
    /// Token to be agreed at this connection.
    package let next: String

    package init(history: String, meeting: Int64, token: String, next: String) {
        self.history = history
        self.meeting = meeting
        self.token = token
        self.next = next
    }
}
