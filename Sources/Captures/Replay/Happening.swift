package import ANCS

/// What passes between a host and a phone, as a recording keeps it and a capture shows it.
package enum Happening: Hashable, Sendable {
    /// The link is up.
    case linked
    /// The phone offers the notification service.
    case available
    /// The phone no longer offers the notification service.
    case unavailable
    /// The host asks for a characteristic's values.
    case subscribe(Characteristic)
    /// The host does not want a characteristic's values any more.
    case unsubscribe(Characteristic)
    /// The phone will send the characteristic's values.
    case subscribed(Characteristic)
    /// The phone will not send the characteristic's values any more.
    case unsubscribed(Characteristic)
    /// The phone would not let the host subscribe.
    case refused(Characteristic, WriteError)
    /// The characteristic has a new value.
    case value(Characteristic, [UInt8])
    /// The host writes a request to the Control Point.
    case write([UInt8])
    /// The phone has taken the request, or refused it.
    case written(WriteError?)
    /// The phone is called this from now on.
    case named(String)
    /// The link is gone.
    case unlinked
}
