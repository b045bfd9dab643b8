/// Result of a check, with the fix for a problem.
package struct Verdict: Hashable, Sendable {
    /// Status of the checked item.
    package enum Status: String, CaseIterable, Sendable {
        case ok
        /// Works, but not as well or as safely as possible, or not for long.
        case warn
        /// Prevents notifications from arriving.
        case fail
        /// Could not be determined.
        case skipped
    }

    package let status: Status
    /// Description of the finding.
    package let says: String
    /// Command, or step on the phone, that fixes the problem.
    package let fix: String?

    /// - Parameter fix: nil unless there is a problem.
    package init(status: Status, says: String, fix: String?) {
        self.status = status
        self.says = says
        self.fix = fix
    }

    /// Returns a result without problems.
    package static func ok(_ says: String) -> Verdict {
        Verdict(status: .ok, says: says, fix: nil)
    }

    /// Returns a result with room for improvement.
    package static func warn(_ says: String, fix: String) -> Verdict {
        Verdict(status: .warn, says: says, fix: fix)
    }

    /// Returns a problem that prevents notifications from arriving.
    package static func fail(_ says: String, fix: String) -> Verdict {
        Verdict(status: .fail, says: says, fix: fix)
    }

    /// Returns a result that could not be determined, with the reason.
    package static func skipped(_ why: String) -> Verdict {
        Verdict(status: .skipped, says: why, fix: nil)
    }
}
