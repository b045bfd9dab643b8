/// Services of a phone, other than its notifications, that a bridge can use.
package enum FurtherService: String, CaseIterable, Sendable {
    case battery
    /// Maker and model.
    case device
    /// Clock and time zone.
    case time
    /// What is playing, and its remote control.
    case media
}
