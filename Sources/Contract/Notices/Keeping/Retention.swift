/// Limits of a history; the oldest entries are deleted first.
package struct Retention: Hashable, Sendable {
    /// Maximum age of notifications and beacon events.
    package var age: Duration?
    /// Maximum number of notifications, and of beacon events.
    package var rows: Int?
    /// Maximum size of the file in bytes.
    package var bytes: Int?

    /// Creates limits, by default one year; nil means no limit.
    package init(age: Duration? = .seconds(365 * 86_400), rows: Int? = nil, bytes: Int? = nil) {
        self.age = age
        self.rows = rows
        self.bytes = bytes
    }
}
