internal import Notices

/// What the formats for people say of one thing: a word, who, and perhaps a text.
struct SerialWords {
    /// The longest word there is, and so the width of its column.
    static let longestWord = 6

    /// One of the labels, or what became of the thing.
    var word: String
    var who: String
    var text = ""

    init(_ word: String, _ who: String) {
        self.word = word
        self.who = who
    }

    /// The words for an event, which are those of the board as far as they fit into a line.
    init?(_ event: BoardEvent) {
        let event = event.onWire
        guard let entry = BoardEntry(event) else { return nil }
        self.init(entry.label, entry.who)
        var isCall = false
        if case .notice(let change, let notice, _) = event {
            isCall = notice.call != nil
            switch change {
            case .ended: word = "ENDED"
            case .removed, .forgotten: word = "GONE"
            case .added, .modified, .ringing, .answered, .missed: break
            }
        }
        // What became of a call is said by the word.
        if !entry.isBrief, !isCall { text = entry.text }
    }
}
