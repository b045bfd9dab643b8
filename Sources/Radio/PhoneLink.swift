package import ANCS
package import Linux

/// One connected phone: its three characteristics, and how the link is doing.
@LoopActor
package protocol PhoneLink: AnyObject {
    /// Which phone this is.
    var phone: PhoneIdentity { get }

    /// Takes what the link reports from now on; nothing is reported before.
    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void)

    /// Asks the phone to send a characteristic's values; answered by `subscribed` or `refused`.
    func subscribe(to characteristic: Characteristic)

    /// Asks the phone to send a characteristic's values no longer; answered by `unsubscribed`.
    func unsubscribe(from characteristic: Characteristic)

    /// Writes a request to the Control Point; answered by `written`.
    func write(_ request: [UInt8])

    /// Lets go of the phone.
    func close(because reason: LetGo)
}

/// Why a phone is let go.
package enum LetGo: Hashable, Sendable {
    /// Nobody listens any more; the phone may stay as it is.
    case stopping
    /// It does not answer; a new link may help.
    case unresponsive
}

/// A phone as its bond names it, whatever address it uses today.
package struct PhoneIdentity: Hashable, Sendable {
    /// The bond's own name for the phone, the same for as long as the bond lasts.
    package let bond: String
    /// What people call the phone.
    package let name: String

    package init(bond: String, name: String) {
        self.bond = bond
        self.name = name
    }
}

/// What a link reports.
package enum LinkEvent: Equatable, Sendable {
    /// The phone offers the notification service; it may appear long after the link.
    case available
    /// The phone no longer offers the notification service.
    case unavailable
    /// The characteristic's values will come.
    case subscribed(Characteristic)
    /// The characteristic's values will not come any more.
    case unsubscribed(Characteristic)
    /// The phone would not let us subscribe.
    case refused(Characteristic, WriteError)
    /// The characteristic has a new value.
    case value(Characteristic, [UInt8])
    /// The Control Point took the request, or refused it.
    case written(WriteError?)
    /// The phone is called this from now on, as was learnt late or was changed there.
    case named(String)
    /// The link is gone; nothing is reported any more.
    case closed(LinkEnd)
}

/// Why a link ended.
package enum LinkEnd: Hashable, Sendable {
    /// The phone went away, or the radio lost it.
    case lost
    /// We let go of it.
    case closed
    /// It broke the rules of the attribute protocol; the text names the rule, never content.
    case violation(String)
    /// It stopped answering.
    case unresponsive
}
