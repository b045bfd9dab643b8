/// How a person makes sure that the phone at the other end is theirs.
package enum PairingMethod: String, CaseIterable, Sendable {
    /// Both show a number, and the person says whether it is the same.
    case compare
    /// The host shows a number, and the person types it on the phone.
    case passkey
    /// There is no number; the person only says yes.
    case confirm
}
