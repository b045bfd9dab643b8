/// What one check found.
struct Finding: Hashable, Sendable {
    /// Names the check; `Docs/doctor.md` lists them all.
    let id: String
    let verdict: Verdict
}

/// What there is to say about one thing, and how to mend it where it is not as it should be.
struct Verdict: Hashable, Sendable {
    /// How a thing is.
    enum Status: String, CaseIterable, Sendable {
        /// It is as it should be.
        case ok
        /// It works, but not as well or as safely as it could, or not for long.
        case warn
        /// No notice can arrive as long as this is so.
        case fail
        /// It could not be found out.
        case skipped
    }

    let status: Status
    /// The thing in words.
    let says: String
    /// The command, or the step on the phone, that mends it.
    let fix: String?

    static func ok(_ says: String) -> Verdict {
        Verdict(status: .ok, says: says, fix: nil)
    }

    static func warn(_ says: String, fix: String) -> Verdict {
        Verdict(status: .warn, says: says, fix: fix)
    }

    static func fail(_ says: String, fix: String) -> Verdict {
        Verdict(status: .fail, says: says, fix: fix)
    }

    static func skipped(_ why: String) -> Verdict {
        Verdict(status: .skipped, says: why, fix: nil)
    }
}
