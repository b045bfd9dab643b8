package import ANCS
package import Linux
package import Notices

/// Status of the bridge at one moment, without content of notifications.
package struct BridgeStatus: Sendable {
    /// Condition of the radio; nil before its first report.
    package var radio: RadioCondition?
    /// Description by the radio itself, if it has one.
    package var radioWords: String?
    /// Reason given by the radio, if any.
    package var radioReason: String?
    /// Time since when the radio has been in this condition.
    package var radioSince: WallTime
    /// Phones in the order in which they first connected.
    package var phones: [PhoneStatus]
    /// Time of the last notification event.
    package var lastNotice: WallTime?
    /// Number of events in this run.
    package var events: Int
}

/// Status of one phone.
package struct PhoneStatus: Sendable {
    /// Name of the phone, unique on this host.
    package var name: String
    /// Identifier of the bond.
    package var bond: String
    package var state: PhoneState
    /// Start of the state.
    package var since: WallTime
    /// Number of notifications on the phone.
    package var notices: Int
    /// Number of announced notifications whose content has not arrived yet.
    package var unheard: Int
    /// Number of notifications dropped because of limits.
    package var leftOut: Int
    /// Counters of its sessions.
    package var counters: SessionCounters
    /// Battery level in percent, while it is connected.
    package var battery: Int?
    /// Name of its model, or the identifier of an unknown one.
    package var model: String?
    package var maker: String?
    /// Offset of its local time from UTC in minutes.
    package var zone: Int?
    /// Time by which its clock is ahead of the host's, and when that was measured.
    package var clockLead: Duration?
    package var clockRead: WallTime?
}
