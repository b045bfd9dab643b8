/// Counts for one phone.
struct PhoneTally: Sendable {
    let name: String
    var notices = 0
    /// Milliseconds connected.
    private(set) var connected: Int64 = 0
    private var coveredUntil = Int64.min

    init(name: String) {
        self.name = name
    }

    /// Counts a connected period; overlaps with earlier periods count once.
    mutating func add(from began: Int64, until ended: Int64) {
        let start = max(began, coveredUntil)
        guard ended > start else { return }
        connected += ended - start
        coveredUntil = ended
    }
}
