package import Linux

/// One connected phone: the services that are needed of it, and how the link is doing.
///
/// What all links keep: nothing is reported before `open`, from within a call, or after `closed`. Every
/// call is answered once, and before `vanished`; only `closed` answers everything at once. What is asked
/// of a service that the phone does not offer is refused with Attribute Not Found.
@LoopActor
package protocol PhoneLink: AnyObject {
    /// Which phone this is.
    var phone: PhoneIdentity { get }

    /// Takes what the link reports from now on; nothing is reported before.
    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void)

    /// Asks something of the phone.
    func ask(_ call: LinkCall)

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

    /// A phone by its bond, and what people call it.
    package init(bond: String, name: String) {
        self.bond = bond
        self.name = name
    }
}

/// What a link reports.
package enum LinkEvent: Hashable, Sendable {
    /// The phone offers a service that is needed; it may appear long after the link.
    case appeared(ServiceID)
    /// The phone does not offer it, or no longer.
    case vanished(ServiceID)
    /// The characteristic's values will come.
    case subscribed(CharacteristicID)
    /// The characteristic's values will not come any more.
    case unsubscribed(CharacteristicID)
    /// The phone would not let us subscribe.
    case refused(CharacteristicID, AttributeError)
    /// The characteristic has a new value.
    case value(CharacteristicID, [UInt8])
    /// The phone took what was written, or refused it.
    case written(CharacteristicID, AttributeError?)
    /// The phone gave the value that was asked for, or refused it.
    case read(CharacteristicID, Result<[UInt8], AttributeError>)
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
