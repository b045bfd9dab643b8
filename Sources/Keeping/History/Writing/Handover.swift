/// State that a store hands to its successor in the same file and run.
struct Handover {
    let isFirst: Bool
    private let rows: UncommittedDictionary<UInt64, Int64>
    private let owners: UncommittedDictionary<Int64, UInt64>
    private let links: UncommittedDictionary<String, Int64>
    private let attendance: ReannouncementTracker

    init(_ store: EventStore) {
        isFirst = store.isFirst
        rows = store.rows
        owners = store.owners
        links = store.links
        attendance = store.attendance
    }

    /// Copies the state to a store that has written nothing.
    func pass(to store: EventStore) {
        store.rows = rows
        store.owners = owners
        store.links = links
        store.attendance = attendance
    }
}
