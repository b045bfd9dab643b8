/// Request for an attribute, as sketches send it: `AT+ANCS`, four characters, a digit, two digits.
struct HM10Request: Hashable, Sendable {
    /// Characters that identify the notification.
    let handle: [UInt8]
    let attribute: Int
    /// Maximum bytes of the answer; zero for no limit.
    let length: Int
}
