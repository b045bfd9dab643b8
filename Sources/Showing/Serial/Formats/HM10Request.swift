/// A request for an attribute as sketches write it: `AT+ANCS`, four characters, a digit, two digits.
struct HM10Request: Hashable, Sendable {
    /// The characters that stand for the notice.
    let handle: [UInt8]
    let attribute: Int
    /// How many bytes are wanted at most; nothing for as many as there are.
    let length: Int
}
