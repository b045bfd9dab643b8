package import Settings

/// Facts about the host that may be published: versions, and kinds of adapters.
package enum HostIdentity {
    /// Returns one line for each fact.
    ///
    /// Blocks the calling thread until bluetoothd or the kernel answers.
    ///
    /// - Parameter arguments: options of a command that select the bridge.
    package static func lines(_ arguments: ParsedArguments) -> [String] {
        ShareableReport(facts: MachineFacts(DoctorCommand(arguments))).identity
            .map { "\($0): \($1)" }
    }
}
