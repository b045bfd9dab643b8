import ATT
import Linux
import Radio

/// What the controller needs of the radio around it.
@LoopActor
protocol IncomingLinksOwner: PartOwner {
    /// The services to look for on each phone.
    var needs: [ServiceNeed] { get }
    /// The level at which strangers may pair just now; nil where they may not.
    var openness: SecurityLevel? { get }
    /// What phones find when they look back.
    var services: HostServices { get }
    /// The bond of a peer, where it is one of a phone that may be listened to.
    func bond(of peer: PeerAddress) -> Bond?
    /// What people call a phone, by the name of its bond.
    func name(of bond: String) -> String?
    /// A phone has said what it is called.
    func isNow(_ bond: Bond, named name: String)
    /// A phone is here.
    func welcome(_ link: ATTPhoneLink)
    /// A phone does not answer the MTU request, and is not asked any more.
    func leavesMTUUnanswered(_ bond: Bond)
    /// A phone with a bond did not encrypt its link.
    func stayedInsecure(_ bond: Bond)
}
