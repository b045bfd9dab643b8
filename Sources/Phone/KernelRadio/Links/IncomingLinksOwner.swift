import ATT
import Linux
import Radio

/// Radio that decides which peers are phones with a bond, and receives their links.
@LoopActor
protocol IncomingLinksOwner: PartOwner {
    /// Services required of each phone.
    var needs: [ServiceNeed] { get }
    /// Security level at which strangers may pair now; nil if they may not.
    var openness: SecurityLevel? { get }
    /// Services offered to phones.
    var services: HostServices { get }
    /// Returns the bond of a peer if it belongs to an allowed phone.
    func bond(of peer: PeerAddress) -> Bond?
    /// Returns the name of a phone by the name of its bond.
    func name(of bond: String) -> String?
    /// Handles the name reported by a phone.
    func isNow(_ bond: Bond, named name: String)
    /// Handles a connected phone.
    func welcome(_ link: ATTPhoneLink)
    /// Handles a phone that does not answer the MTU request, which is omitted from now on.
    func leavesMTUUnanswered(_ bond: Bond)
    /// Handles a phone with a bond that did not encrypt its link.
    func stayedInsecure(_ bond: Bond)
}
