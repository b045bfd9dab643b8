internal import Linux

/// Dates in the format of phones.
enum ScenarioDate {
    /// Returns date and time without a zone, as in `20250131T180500`.
    static func text(of time: WallTime) -> [UInt8] {
        let local = time.local
        let date = local.year.padded(to: 4) + local.month.padded(to: 2) + local.day.padded(to: 2)
        let clock =
            local.hour.padded(to: 2) + local.minute.padded(to: 2) + local.second.padded(to: 2)
        return Array("\(date)T\(clock)".utf8)
    }
}
