internal import Linux
internal import Notices

/// Counts for one item or region: departures, taps and last state.
struct ItemTally: Sendable {
    let kind: String
    let name: String
    private(set) var picture: String?
    private(set) var left = 0
    private(set) var taps = 0
    /// Whether it is present, as last reported; nil if only taps were reported.
    private(set) var isHere: Bool?
    /// Last reported proximity zone; unknown after a departure.
    private(set) var zone = Zone.unknown
    /// Time of the last received advertisement, or of the report if that has none.
    private(set) var heard: WallTime

    init(_ subject: BeaconSubject, at time: WallTime) {
        (kind, name, heard) = (subject.kind, subject.name, time)
    }

    /// Counts an event of this item.
    ///
    /// - Parameter counts: whether the event is within the period instead of before it
    mutating func add(_ news: BeaconNews, at time: WallTime, counts: Bool) {
        if case .item(let item, _) = news.subject { picture = item.picture }
        let isReminder = news.isReminder
        switch news.change {
        case .left:
            isHere = false
            if counts, !isReminder { left += 1 }
        case .near, .back: isHere = true
        case .tap: if counts { taps += 1 }
        case .range, .presence, .withdrawn: return
        }
        guard !isReminder else { return }
        zone = news.zone
        heard = news.lastHeard ?? time
    }
}
