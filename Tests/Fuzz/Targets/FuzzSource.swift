import ANCS

/// Reads the input as a Notification Source value and compares it with what was read.
func fuzzSource(_ bytes: [UInt8]) {
    guard let event = try? SourceEvent(parsing: bytes) else {
        require(bytes.count != SourceEvent.length, "eight bytes were refused")
        return
    }
    let uid = event.uid.rawValue
    let again =
        [
            event.event.rawValue, event.flags.rawValue, event.category.rawValue,
            event.categoryCount,
        ] + (0..<4).map { UInt8(truncatingIfNeeded: uid >> (8 * $0)) }
    require(again == bytes, "a value did not survive being read")
}
