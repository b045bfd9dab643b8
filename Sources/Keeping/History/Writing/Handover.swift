/// State that a store hands to its successor in the same file and run.
struct Handover {
    let isFirst: Bool
    private let rows: UncommittedDictionary<UInt64, Int64>
    private let owners: UncommittedDictionary<Int64, UInt64>
    private let links: UncommittedDictionary<String, Int64>
    private let attendance: ReannouncementTracker

    init(_ scribe: EventStore) {
        isFirst = scribe.isFirst
        rows = scribe.rows
        owners = scribe.owners
        links = scribe.links
        attendance = scribe.attendance
    }

    /// Copies the state to a store that has written nothing.
    func pass(to scribe: EventStore) {
        scribe.rows = rows
        scribe.owners = owners
        scribe.links = links
        scribe.attendance = attendance
    }
}
