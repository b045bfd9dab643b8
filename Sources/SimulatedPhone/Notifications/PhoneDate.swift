internal import Linux

/// Dates as a phone writes them.
enum PhoneDate {
    /// Calendar and clock without a zone, as in `20250131T180500`.
    static func text(of time: WallTime) -> [UInt8] {
        let local = time.local
        let date =
            padded(local.year, to: 4) + padded(local.month, to: 2) + padded(local.day, to: 2)
        let clock =
            padded(local.hour, to: 2) + padded(local.minute, to: 2) + padded(local.second, to: 2)
        return Array("\(date)T\(clock)".utf8)
    }

    private static func padded(_ number: Int, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}
