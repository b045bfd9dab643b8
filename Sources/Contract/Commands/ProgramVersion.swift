/// Version of the program.
package enum ProgramVersion {
    /// Version printed by `--version`.
    package static let current = "0.1.0"
}
