internal import Notices

/// The board: what a person watches, one entry per thing that happens.
struct BoardFormat: EventFormat {
    let isColored: Bool
    /// Whether nothing is cut, however many lines that takes.
    private let isWhole: Bool
    private var firstPhone: String?
    /// Whether phones must be told apart, which they need not be until a second one is seen.
    private var showsPhone: Bool

    init(isColored: Bool, showsPhone: Bool = false, isWhole: Bool = false) {
        self.isWhole = isWhole
        self.isColored = isColored
        self.showsPhone = showsPhone
    }

    mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        // The first one by another name is no second one.
        if case .renamed(let phone, let old, _) = event, firstPhone == old.cleaned() {
            firstPhone = phone.name.cleaned()
        }
        return BoardEntry(event).map { lines(for: $0, columns: columns) } ?? []
    }

    /// The lines of one entry.
    ///
    /// - Parameter marking: what stands out of what a notice says, where there is colour.
    mutating func lines(
        for entry: BoardEntry, columns: Int?, marking: BoardLayout.Marking? = nil
    ) -> [UInt8] {
        // What is about no phone tells none apart.
        if !entry.phone.isEmpty {
            showsPhone = showsPhone || (firstPhone ?? entry.phone) != entry.phone
            firstPhone = firstPhone ?? entry.phone
        }
        let layout = BoardLayout(
            columns: columns, showsPhone: showsPhone, isColored: isColored,
            isWhole: isWhole)
        return Array(layout.text(of: entry, marking: marking).utf8)
    }
}
