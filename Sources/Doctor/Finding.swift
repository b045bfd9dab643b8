import Outlets

/// What one check found.
struct Finding: Hashable, Sendable {
    /// Names the check; `Docs/doctor.md` lists them all.
    let id: String
    let verdict: Verdict
}
