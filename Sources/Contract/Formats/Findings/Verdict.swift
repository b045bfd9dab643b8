/// What there is to say about one thing, and how to mend it where it is not as it should be.
package struct Verdict: Hashable, Sendable {
    /// How a thing is.
    package enum Status: String, CaseIterable, Sendable {
        /// It is as it should be.
        case ok
        /// It works, but not as well or as safely as it could, or not for long.
        case warn
        /// No notice can arrive as long as this is so.
        case fail
        /// It could not be found out.
        case skipped
    }

    /// How the thing is.
    package let status: Status
    /// The thing in words.
    package let says: String
    /// The command, or the step on the phone, that mends it.
    package let fix: String?

    /// A verdict; there is something to mend only where it is not as it should be.
    package init(status: Status, says: String, fix: String?) {
        self.status = status
        self.says = says
        self.fix = fix
    }

    /// It is as it should be.
    package static func ok(_ says: String) -> Verdict {
        Verdict(status: .ok, says: says, fix: nil)
    }

    /// It could be better.
    package static func warn(_ says: String, fix: String) -> Verdict {
        Verdict(status: .warn, says: says, fix: fix)
    }

    /// It keeps notices from arriving.
    package static func fail(_ says: String, fix: String) -> Verdict {
        Verdict(status: .fail, says: says, fix: fix)
    }

    /// It could not be found out, for this reason.
    package static func skipped(_ why: String) -> Verdict {
        Verdict(status: .skipped, says: why, fix: nil)
    }
}
