/// What the program tells its caller when it ends.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number that a shell sees.
    package let rawValue: Int32

    /// A status of this number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// All went well.
    package static let success = ExitStatus(rawValue: 0)
    /// The command line has a mistake.
    package static let usage = ExitStatus(rawValue: 64)
    /// A file that was given has a mistake.
    package static let badData = ExitStatus(rawValue: 65)
    /// A file that was given cannot be read.
    package static let noInput = ExitStatus(rawValue: 66)
    /// Something that is needed is not there, such as a running bridge.
    package static let unavailable = ExitStatus(rawValue: 69)
    /// The machine has run out of a resource, such as memory.
    package static let noResources = ExitStatus(rawValue: 71)
    /// The output cannot be written.
    package static let outputFailed = ExitStatus(rawValue: 74)

    /// Something is in the way for the moment; try again later.
    package static let busy = ExitStatus(rawValue: 75)
    /// This user is not allowed to do it.
    package static let noPermission = ExitStatus(rawValue: 77)
    /// The configuration has a mistake.
    package static let badConfiguration = ExitStatus(rawValue: 78)
    /// What was asked for did not happen.
    package static let failure = ExitStatus(rawValue: 1)

    /// The statuses that manuals explain, with what each means.
    package static let documented: [(ExitStatus, String)] = [
        (.success, "All went well."),
        (
            .failure,
            "What was asked for did not happen: no phone was paired, no call rings, nothing was "
                + "found."
        ),
        (.usage, "The command line has a mistake."),
        (.badData, "A file that was given has a mistake."),
        (.noInput, "A file that was given cannot be read."),
        (.unavailable, "Something that is needed is not there, such as a running bridge."),
        (.noResources, "The machine has run out of a resource, such as memory."),
        (.outputFailed, "The output cannot be written."),
        (.busy, "Something is in the way for the moment; try again later."),
        (.noPermission, "This user is not allowed to do it."),
        (.badConfiguration, "The configuration has a mistake."),
    ]

    /// A signal ended the program, told the way a shell tells it.
    package static func signal(_ number: Int32) -> ExitStatus {
        ExitStatus(rawValue: 128 + number)
    }

    /// Whether a signal ended the program.
    package var isSignal: Bool { rawValue > 128 }
}
