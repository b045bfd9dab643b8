internal import ANCS
internal import Linux

extension PhoneDate {
    /// Parses a phone's date and time without a zone; nil for anything else.
    init?(timestamp: String) {
        let digits = timestamp.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        var reader = DigitReader(timestamp)
        guard reader.calendar() != nil, reader.skip("T") != nil, reader.clock() != nil,
            reader.isAtEnd
        else { return nil }
        self.init(parsing: digits[...])
    }
}
