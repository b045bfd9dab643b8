internal import Notices

/// The board format for users: one entry per event.
struct BoardFormat: EventFormat {
    let isColored: Bool
    /// Whether text is never shortened, regardless of the number of lines.
    private let isWhole: Bool
    private var firstPhone: String?
    /// Whether lines name the phone, which starts when a second phone appears.
    private var showsPhone: Bool
    private var news = PhoneNewsFilter()

    init(isColored: Bool, showsPhone: Bool = false, isWhole: Bool = false) {
        self.isWhole = isWhole
        self.isColored = isColored
        self.showsPhone = showsPhone
    }

    mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        // A renamed phone is not a second phone.
        if case .renamed(let phone, let old, _) = event, firstPhone == old.cleaned() {
            firstPhone = phone.name.cleaned()
        }
        guard news.takes(event), let entry = BoardEntry(event) else { return [] }
        return lines(for: entry, columns: columns)
    }

    /// Returns the lines of an entry.
    ///
    /// - Parameter marking: parts of the notification's text to highlight if colour is used.
    mutating func lines(
        for entry: BoardEntry, columns: Int?, marking: BoardLayout.Marking? = nil
    ) -> [UInt8] {
        // An entry without a phone does not count as a second phone.
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
