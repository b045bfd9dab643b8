import Linux

/// Date printed in generated documents.
package enum ReleaseDate {
    /// The date set by `SOURCE_DATE_EPOCH` for reproducible builds, otherwise today.
    package static var text: String {
        let seconds = Environment.value("SOURCE_DATE_EPOCH").flatMap { Int64($0) }
        let time = seconds.map { WallTime(milliseconds: ($0 &* 1000)) } ?? .now
        // UTC, so that the date does not depend on the build host.
        return String(time.universal.timestamp(milliseconds: 0).prefix(10))
    }
}
