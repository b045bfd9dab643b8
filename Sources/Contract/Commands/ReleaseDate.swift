import Linux

/// The day that documents made by the program carry.
package enum ReleaseDate {
    /// The day that whoever builds a names, so that it is the same whenever it is built, else
    /// today.
    package static var text: String {
        let seconds = Environment.value("SOURCE_DATE_EPOCH").flatMap { Int64($0) }
        let time = seconds.map { WallTime(milliseconds: ($0 &* 1000)) } ?? .now
        // The same day wherever it is built.
        return String(time.universal.timestamp(milliseconds: 0).prefix(10))
    }
}
