import History
import Linux
import Notices

/// What a household's phones tell, as much of it as is wanted.
struct Household {
    /// Notices of a year in which as much happens as in one household.
    private static let noticesOfYear = 25_000
    /// No phone spoke the protocol for longer; who wants more has a busier household.
    private static let mostYears = 10
    /// The end of everything that happens: 2026-11-22 12:00 UTC.
    static let end = WallTime(milliseconds: 1_795_348_800_000)

    private var year: BelievableYear.Iterator

    /// - Parameter count: how many notices come at least.
    init(of count: Int) {
        let years = min(Self.mostYears, max(1, count / Self.noticesOfYear))
        // Some more than are wanted, since a year has only about so many.
        let scale = Double(count) * 1.3 / Double(years * Self.noticesOfYear)
        year =
            BelievableYear(seed: 5, end: Self.end, days: years * 365, scale: max(1, scale))
            .makeIterator()
    }

    /// One busy day for each number, none of which overlaps with another.
    init(day: Int) {
        let end = Self.end.advanced(by: .seconds(172_800 * day))
        year = BelievableYear(seed: UInt64(day), end: end, days: 1, scale: 60).makeIterator()
    }

    /// The next event that a history keeps, and whether it is a notice that comes.
    mutating func next() -> (event: HistoryEvent, board: BridgeEvent)? {
        while let event = year.next() {
            let bond = event.phone.map { "bond of " + $0.name }
            guard let kept = HistoryEvent(event, bond: bond) else { continue }
            return (kept, event)
        }
        return nil
    }
}

extension BridgeEvent {
    /// Whether this is how a notice comes, and not what becomes of it.
    var isComing: Bool {
        guard case .notice(let change, _, _) = self else { return false }
        return change == .added || change == .ringing
    }
}
