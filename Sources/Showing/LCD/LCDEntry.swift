internal import Board
internal import Linux
internal import Notices

/// Entry that takes turns on a display: a notification, a lost item, a current call or what a phone
/// plays.
struct LCDEntry {
    /// The notification that a key may clear; nil for everything else.
    let notice: NoticeID?
    let name: String
    /// State and text.
    let words: String
    /// Time of the notification or of the loss of an item; nil for a call, whose text contains its
    /// length, and for a player.
    let moment: RowMoment?
    let isMissed: Bool
    /// Number of notifications in this entry.
    let count: Int

    /// - Parameter time: the time at which the entry is shown.
    init(_ row: BoardRow, at time: WallTime) {
        notice = row.id
        name = row.who
        words = row.isMissed ? "missed" : row.wordsWithKind
        moment = RowMoment(row.time, asOf: time)
        isMissed = row.isMissed
        count = row.count
    }

    /// Creates the entry of a lost item.
    init(_ place: BeaconPlace, at time: WallTime) {
        notice = nil
        name = "ITEM \(place.name)"
        words = place.words
        moment = RowMoment(place.since, asOf: time)
        isMissed = false
        count = 1
    }

    /// Creates the entry of a current call.
    init(_ call: BoardCall, at now: Duration) {
        notice = nil
        name = call.who
        words = "on call \((now - call.began).components.seconds / 60) min"
        moment = nil
        isMissed = false
        count = 1
    }

    /// Creates the entry of what a phone plays; nil if nothing may be shown of it.
    init?(_ media: PlayedMedia) {
        let captions = media.captions
        guard let first = captions.first, let state = media.state else { return nil }
        notice = nil
        name = first
        words = ([state.words] + captions.dropFirst()).joined(separator: ": ")
        moment = nil
        isMissed = false
        count = 1
    }

    /// The count in parentheses; empty for a single notification.
    var number: String { count > 1 ? "(\(count))" : "" }

    /// The name, followed by the count.
    var titleInRow: String { count > 1 ? "\(name) \(number)" : name }
}

extension BoardRow {
    /// The text; names the kind of a voicemail whose text does not.
    fileprivate var wordsWithKind: String {
        let saysSo = [who, text].contains { $0.lowercased().contains("voicemail") }
        guard look == .voicemail, !saysSo else { return text }
        return text.isEmpty ? "voicemail" : "voicemail: \(text)"
    }
}
