internal import ANCS
internal import Board
package import Notices

/// What the formats for people say of one thing: a word, who, and perhaps a text.
package struct SerialWords {
    /// The longest word there is, and so the width of its column.
    package static let longestWord = 6

    /// One of the labels, or what became of the thing.
    package var word: String
    /// Who, or what it is about.
    package var who: String
    /// What is said of it; empty where the word says all.
    package var text = ""
    /// Whether it is a call that nobody took.
    package private(set) var isMissed = false
    /// The text in fewer words, where it has some.
    var shortText: String?

    /// The text, or fewer words where it has more columns than these.
    package func text(columns: Int) -> String {
        if let shortText, text.columns > columns { shortText } else { text }
    }

    /// A word and who, without a text.
    package init(_ word: String, _ who: String) {
        self.word = word
        self.who = who
    }

    /// The words for an event, which are those of the board as far as they fit into a line.
    package init?(_ event: BridgeEvent) {
        let event = event.onWire
        // What a phone is called now is said with the next thing that it tells.
        if case .renamed = event { return nil }
        guard let entry = BoardEntry(event) else { return nil }
        self.init(entry.label, entry.who)
        if case .beacon(let news, _) = event {
            // Few devices have its picture, and of a person the word says all.
            who = news.subject.name.cleaned()
            text = news.change == .presence ? "" : entry.text
            return
        }
        guard case .notice(let change, let notice, _) = event else {
            text = entry.text
            return
        }
        isMissed = notice.shownKind == Category(.missedCall)
        switch change {
        case .ended:
            (word, isMissed) = (notice.callOutcome == .stopped ? "RANG" : "ENDED", false)
        case .removed, .forgotten: (word, isMissed) = ("GONE", false)
        case .added, .modified, .ringing, .answered, .missed: break
        }
        guard let call = notice.call, let words = CallWords(notice) else {
            text = entry.isBrief ? "" : entry.text
            return
        }
        // The word says all but how long it was.
        if notice.callOutcome != nil, word != "GONE",
            call.ringTime != nil || call.talkTime != nil
        {
            (text, shortText) = (words.whole, words.short)
        }
    }
}
