package import Settings

/// What may be shown to strangers of the host: versions, and the kinds of its adapters.
package enum HostIdentity {
    /// A line for each fact.
    ///
    /// It waits for bluetoothd or the kernel, on the calling thread.
    ///
    /// - Parameter arguments: the options of a command that say which bridge is meant.
    package static func lines(_ arguments: ParsedArguments) -> [String] {
        ShareableReport(facts: MachineFacts(DoctorCommand(arguments))).identity
            .map { "\($0): \($1)" }
    }
}
