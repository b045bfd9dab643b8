package import Linux

/// A connected phone: its required services, and the state of the link.
///
/// Common rules of all links: there is no report before `open`, from within a call, or after
/// `closed`. A call is answered at most once, and no longer after the service's `vanished` or after
/// `closed`. Calls to a service that the phone does not offer fail with Attribute Not Found.
@LoopActor
package protocol PhoneLink: AnyObject {
    var phone: PhoneIdentity { get }

    /// Starts reporting to the handler; nothing is reported before.
    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void)

    /// Sends a request to the phone.
    func ask(_ call: LinkCall)

    /// Closes the link.
    func close(because reason: LetGo)
}

/// Reason for closing a link.
package enum LetGo: Hashable, Sendable {
    /// The program stops listening; the phone may stay connected.
    case stopping
    /// The phone does not answer; a new link may help.
    case unresponsive
}

/// Identity of a phone by its bond, whatever address it uses at the moment.
package struct PhoneIdentity: Hashable, Sendable {
    /// Identifier of the phone in its bond, constant as long as the bond exists.
    package let bond: String
    package let name: String

    package init(bond: String, name: String) {
        self.bond = bond
        self.name = name
    }
}

/// Event of a link.
package enum LinkEvent: Hashable, Sendable {
    /// The phone offers a required service; it may appear long after the link.
    case appeared(ServiceID)
    /// The phone does not offer the service, or no longer.
    case vanished(ServiceID)
    /// The subscription succeeded; values follow.
    case subscribed(CharacteristicID)
    /// The subscription ended.
    case unsubscribed(CharacteristicID)
    /// The subscription failed: the phone refused it, or this host could not request it.
    case refused(CharacteristicID, AttributeError)
    /// The characteristic has a new value.
    case value(CharacteristicID, [UInt8])
    /// The phone accepted or refused the write.
    case written(CharacteristicID, AttributeError?)
    /// The phone returned the value or refused the read.
    case read(CharacteristicID, Result<[UInt8], AttributeError>)
    /// The phone has this name from now on, learnt late or changed on the phone.
    case named(String)
    /// The link is gone; this is the last event.
    case closed(LinkEnd)
}

/// Reason why a link ended.
package enum LinkEnd: Hashable, Sendable {
    /// The phone disconnected, or the radio lost it.
    case lost
    /// The link was closed from here.
    case closed
    /// The phone violated the attribute protocol; the text names the rule, and contains no data
    /// from the phone.
    case violation(String)
    /// The phone stopped answering.
    case unresponsive
}
