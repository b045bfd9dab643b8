internal import Board
internal import Formats
internal import Linux
internal import Notices

extension LCDLayout {
    /// Lays out the clock, with the state of the phones at the right edge.
    ///
    /// A problem replaces the clock if there is no room for both.
    func layClock(_ board: DayBoard, row: Int, _ wall: WallTime, _ screen: inout LCDScreen) {
        let clock = Array(wall.local.shortClock.utf8)
        let room = width - clock.count - 1
        let words = stateWords(board)
        var state = fitting(words.texts, room)
        var text = clock
        if words.isTrouble, state.last == UInt8(ascii: "~") || room < 1 {
            (text, state) = ([], fitting(words.texts, width))
        } else {
            text += [UInt8](repeating: 0x20, count: max(1, width - clock.count - state.count))
        }
        lay([text + state], row: row, &screen)
    }

    /// Returns the state of the phones, or of the radio if there are none, from the longest text to
    /// the shortest.
    private func stateWords(_ board: DayBoard) -> (texts: [String], isTrouble: Bool) {
        if let radio = board.radio, !board.phones.contains(where: \.isReady) {
            if radio != .listening { return ([radio.shortWords], true) }
            if board.phones.isEmpty { return ([radio.shortWords, "waiting"], false) }
        }
        guard let phone = board.phones.first else { return (["starting"], false) }
        let ready = board.phones.filter(\.isReady).count
        if board.phones.count > 1 {
            let count = "\(ready) of \(board.phones.count)"
            return (["\(count) phones", count], ready == 0)
        }
        if phone.isReady {
            guard let battery = phone.battery else { return ([phone.name, phone.words], false) }
            let level = "\(battery) %"
            return (["\(phone.name) \(level)", phone.words, level], false)
        }
        return (["\(phone.words): \(phone.name)", phone.words], true)
    }

    /// Lays out the numbers of missed calls and of voicemail, with words if there is room.
    func layCounts(_ board: DayBoard, row: Int, _ screen: inout LCDScreen) {
        let counts = board.counts
        guard counts.missed + counts.voicemail > 0 else {
            let text = counts.others > 0 ? "\(counts.others) on the phone" : "nothing new"
            return lay([fitting([text], width)], row: row, &screen)
        }
        let kinds: [(icon: LCDIcon, count: Int, words: [String])] = [
            (.missed, counts.missed, [" missed", " missed", " miss", ""]),
            (.voicemail, counts.voicemail, [" voicemail", " vm", " vm", ""]),
        ].filter { $0.1 > 0 }
        let ways = (0..<4).map { way in kinds.map { "\($0.count)\($0.words[way])" } }
        // An icon before each count, and a space between them.
        let texts = ways.first { $0.reduce($0.count * 2 - 1) { $0 + $1.utf8.count } <= width }
        var column = 1
        for (kind, text) in zip(kinds, texts ?? ways[3]) where column < width {
            let text = Array(text.utf8.prefix(width - column))
            let name = "\(kind.icon)\(row)"
            screen.widgets["\(name)icon"] = .icon(kind.icon, column: column, row: row)
            screen.widgets["\(name)text"] = .text(
                text, column: column + 1, row: row, width: text.count)
            column += text.count + 2
        }
    }
}

extension BoardPhone {
    fileprivate var isReady: Bool { state == .ready }
}
