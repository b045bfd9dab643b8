internal import Linux

/// Dates in the format of phones.
enum ScenarioDate {
    /// Returns date and time without a zone, as in `20250131T180500`.
    ///
    /// - Parameter clock: the phone's own clock; nil for that of the host.
    static func text(of time: WallTime, on clock: SimulatedClock? = nil) -> [UInt8] {
        let local = clock?.local(at: time) ?? time.local
        let date = local.year.padded(to: 4) + local.month.padded(to: 2) + local.day.padded(to: 2)
        let clock =
            local.hour.padded(to: 2) + local.minute.padded(to: 2) + local.second.padded(to: 2)
        return Array("\(date)T\(clock)".utf8)
    }
}
