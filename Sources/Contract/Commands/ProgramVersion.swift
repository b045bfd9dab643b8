package import Linux

/// Version of the program.
package enum ProgramVersion {
    /// Version printed by `--version`.
    package static let current = "0.1.0"
    /// Day on which this version was released.
    package static let released = LocalDay(year: 2026, month: 11, day: 29)
}
