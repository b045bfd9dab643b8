internal import ANCS
internal import Board
internal import Linux
internal import Notices

/// Something that has its turn on a display: a notice, or a call that goes on.
struct LCDEntry {
    /// The notice that a key may clear; nil for a call.
    let notice: NoticeID?
    let name: String
    /// What became of it, and what it says.
    let words: String
    /// When it was; nil where that is said otherwise.
    let moment: RowMoment?
    /// Whether it is a call nobody took.
    let isMissed: Bool
    /// How many notices it stands for.
    let count: Int

    /// - Parameter time: the moment at which it is shown.
    init(_ row: BoardRow, at time: WallTime) {
        notice = row.id
        name = row.who
        words = row.isMissed ? "missed" : row.wordsWithKind
        moment = RowMoment(row.time, asOf: time)
        isMissed = row.isMissed
        count = row.count
    }

    /// A thing that was left behind.
    init(_ place: BeaconPlace, at time: WallTime) {
        notice = nil
        name = "ITEM \(place.name)"
        words = place.words
        moment = RowMoment(place.since, asOf: time)
        isMissed = false
        count = 1
    }

    /// A call that goes on.
    init(_ call: BoardCall, at now: Duration) {
        notice = nil
        name = call.who
        words = "on call \((now - call.began).components.seconds / 60) min"
        moment = nil
        isMissed = false
        count = 1
    }

    /// How many it stands for, where they are several.
    var number: String { count > 1 ? "(\(count))" : "" }

    /// The name, and behind it how many.
    var titleInRow: String { count > 1 ? "\(name) \(number)" : name }
}

extension BoardRow {
    /// What it says; of a voicemail that does not say so itself, that it is one.
    fileprivate var wordsWithKind: String {
        let saysSo = [who, text].contains { $0.lowercased().contains("voicemail") }
        guard look == .voicemail, !saysSo else { return text }
        return text.isEmpty ? "voicemail" : "voicemail: \(text)"
    }
}
