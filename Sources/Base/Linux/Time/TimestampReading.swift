extension WallTime {
    /// Parses an RFC 3339 timestamp; nil for anything else.
    package init?(timestamp: String) {
        var reader = DigitReader(timestamp)
        guard let (year, month, day) = reader.calendar(), reader.skip("T") != nil,
            let (hour, minute, second) = reader.clock(),
            let milliseconds = reader.milliseconds(), let zone = reader.zone(), reader.isAtEnd
        else { return nil }
        let days = LocalDay(year: year, month: month, day: day).number
        let seconds = ((days * 24 + hour) * 60 + minute - zone) * 60 + second
        self.init(milliseconds: Int64(seconds) * 1000 + Int64(milliseconds))
    }
}
