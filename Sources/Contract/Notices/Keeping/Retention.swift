/// How much of a history is kept; what is oldest goes first.
package struct Retention: Hashable, Sendable {
    /// How old a notice may become, and what was told of a beacon.
    package var age: Duration?
    /// How many notices there may be, and how often something may have been told of beacons.
    package var rows: Int?
    /// How many bytes the file may have.
    package var bytes: Int?

    /// A year by default; a limit that is nil does not hold.
    package init(age: Duration? = .seconds(365 * 86_400), rows: Int? = nil, bytes: Int? = nil) {
        self.age = age
        self.rows = rows
        self.bytes = bytes
    }
}
