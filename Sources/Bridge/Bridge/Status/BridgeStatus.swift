package import ANCS
package import Linux
package import Notices

/// How the bridge is doing at one moment, without a word of content.
package struct BridgeStatus: Sendable {
    /// How the radio is doing; nil before it has said.
    package var radio: RadioCondition?
    /// That in the radio's own words, where it has some.
    package var radioWords: String?
    /// Why, where the radio gave a reason.
    package var radioReason: String?
    /// Since when the radio has been doing that.
    package var radioSince: WallTime
    /// The phones, in the order in which they first came.
    package var phones: [PhoneStatus]
    /// When a notice last came or changed.
    package var lastNotice: WallTime?
    /// How many events there were in this run.
    package var events: Int
}

/// How one phone is doing.
package struct PhoneStatus: Sendable {
    /// The name by which the phone goes here.
    package var name: String
    /// The bond's own name for the phone.
    package var bond: String
    /// What the phone is doing.
    package var state: PhoneState
    /// Since when it has been doing that.
    package var since: WallTime
    /// Notices that are on it.
    package var notices: Int
    /// Notifications that it announced and has not told of yet.
    package var unheard: Int
    /// Notifications there was no room for.
    package var leftOut: Int
    /// What its sessions have counted.
    package var counters: SessionCounters
    /// What it says of itself through further services.
    package var facts: [String: Int]
}
