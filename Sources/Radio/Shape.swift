/// What the host looks like to phones that look around.
package enum Shape: String, CaseIterable, Sendable {
    /// A host that wants notifications, and nothing else.
    case solicit
    /// The same as a keyboard that never types: iOS lists keyboards in its settings, and comes back
    /// to them by itself.
    case hid
}
