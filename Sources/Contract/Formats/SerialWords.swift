internal import ANCS
internal import Board
package import Notices

/// Parts of a line that users read on a serial port: a word, the sender, and optionally a text.
package struct SerialWords {
    /// Length of the longest word, which is the width of its column.
    package static let longestWord = 6

    /// Label of the category, or the outcome, such as `RANG` or `GONE`.
    package var word: String
    /// Sender or subject.
    package var who: String
    /// Text; empty if the word is sufficient.
    package var text = ""
    /// Whether the event is a missed call.
    package private(set) var isMissed = false
    /// Shorter form of the text, if there is one.
    var shortText: String?

    /// Returns the text, or its shorter form if the text exceeds the columns.
    package func text(columns: Int) -> String {
        if let shortText, text.columns > columns { shortText } else { text }
    }

    package init(_ word: String, _ who: String) {
        self.word = word
        self.who = who
    }

    /// Creates the words for an event, like those of the board as far as they fit on a line.
    package init?(_ event: BridgeEvent) {
        let event = event.onWire
        // The new name of a phone appears with its next event.
        if case .renamed = event { return nil }
        guard let entry = BoardEntry(event) else { return nil }
        self.init(entry.label, entry.who)
        if case .beacon(let news, _) = event {
            // Few devices can show the emoji, and for a resident the word is sufficient.
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
        // The word says everything except the durations.
        if notice.callOutcome != nil, word != "GONE",
            call.ringTime != nil || call.talkTime != nil
        {
            (text, shortText) = (words.whole, words.short)
        }
    }
}
