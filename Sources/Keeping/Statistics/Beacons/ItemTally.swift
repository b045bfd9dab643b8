internal import Linux
internal import Notices

/// What was counted of one thing or region: how often it left, and where it was last.
struct ItemTally: Sendable {
    let kind: String
    let name: String
    private(set) var picture: String?
    private(set) var left = 0
    private(set) var taps = 0
    /// Whether it is here, as far as was told; nil where only a touch was.
    private(set) var isHere: Bool?
    /// How near it was by what was told last; unknown once it has left.
    private(set) var zone = Zone.unknown
    /// When it was heard last, or was told of where nobody says.
    private(set) var heard: WallTime

    init(_ subject: BeaconSubject, at time: WallTime) {
        (kind, name, heard) = (subject.kind, subject.name, time)
    }

    /// Counts what was told of it.
    ///
    /// - Parameter counts: whether it is in the time that is counted, and not before.
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
