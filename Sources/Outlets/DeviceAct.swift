/// What somebody at a device wants done.
package enum DeviceAct: String, Hashable, Sendable, CaseIterable {
    /// Take the call that rings.
    case answer
    /// Turn away the call that rings.
    case decline
    /// Clear a notice from the phone.
    case clear
}
