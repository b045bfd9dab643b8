/// The version of the program.
package enum ProgramVersion {
    /// As `--version` prints it.
    package static let current = "0.1.0"
}
