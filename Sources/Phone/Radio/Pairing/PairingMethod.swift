/// Method by which the user verifies the phone.
package enum PairingMethod: String, CaseIterable, Sendable {
    /// Both show a number, and the user confirms that they are equal.
    case compare
    /// The host shows a number, and the user types it on the phone.
    case passkey
    /// There is no number; the user only confirms.
    case confirm
}
