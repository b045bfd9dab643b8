/// Exit status of a program.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let success = ExitStatus(rawValue: 0)
    /// The command line contains an error.
    package static let usage = ExitStatus(rawValue: 64)
    /// An input file contains an error.
    package static let badData = ExitStatus(rawValue: 65)
    /// An input file cannot be read.
    package static let noInput = ExitStatus(rawValue: 66)
    /// A required resource is missing, such as a running bridge.
    package static let unavailable = ExitStatus(rawValue: 69)
    /// The host has run out of a resource, such as memory.
    package static let noResources = ExitStatus(rawValue: 71)
    package static let outputFailed = ExitStatus(rawValue: 74)

    /// A temporary condition; retry later.
    package static let busy = ExitStatus(rawValue: 75)
    /// The user has no permission.
    package static let noPermission = ExitStatus(rawValue: 77)
    /// The configuration contains an error.
    package static let badConfiguration = ExitStatus(rawValue: 78)
    /// The operation was not completed.
    package static let failure = ExitStatus(rawValue: 1)

    /// Statuses listed in the manual pages, with their meaning.
    package static let documented: [(ExitStatus, String)] = [
        (.success, "All went well."),
        (
            .failure,
            "The operation was not completed: no phone was paired, no call rings, or nothing "
                + "was found."
        ),
        (.usage, "The command line contains an error."),
        (.badData, "An input file contains an error."),
        (.noInput, "An input file cannot be read."),
        (.unavailable, "A required resource is missing, such as a running bridge."),
        (.noResources, "The host has run out of a resource, such as memory."),
        (.outputFailed, "The output cannot be written."),
        (.busy, "A temporary problem; try again later."),
        (.noPermission, "The user has no permission."),
        (.badConfiguration, "The configuration contains an error."),
    ]

    /// Returns the status of a program ended by a signal, by the convention of shells.
    package static func signal(_ number: Int32) -> ExitStatus {
        ExitStatus(rawValue: 128 + number)
    }

    package var isSignal: Bool { rawValue > 128 }
}
