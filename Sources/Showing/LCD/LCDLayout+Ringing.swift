internal import Board
internal import Formats
internal import Notices

extension LCDLayout {
    /// Limit of turns for a long name.
    private static let nameTurns = 3

    /// Lays out the screen of a ringing call, if there is one.
    func layCall(_ board: DayBoard, turn: Int, _ page: inout Page) {
        let calls = board.calls.filter(\.isRinging)
        guard let call = calls.first else { return }
        page.call = call.id
        var screen = LCDScreen(.alert)
        screen.light = options.backlight == .off ? .off : .flash
        let nameRows = size.height < 3 || calls.count > 1 ? 1 : 2
        let names = names(call, rows: nameRows)
        page.count = names.count
        if names.count > 1 { page.time = Self.faceTimes.others }
        let name = names.isEmpty ? [] : names[turn % names.count]
        if size.height < 2 {
            lay(name, row: 1, &screen)
        } else {
            // A tall display shows the call in the middle.
            let top = size.height >= 6 ? size.height / 2 - 1 : 1
            lay([head(call, others: calls.count - 1)] + name, row: top, &screen)
            if size.height >= 3, calls.count > 1 {
                let also = charset.lines(of: "also \(calls[1].who)", widths: [width])
                lay(also, row: top + 2, &screen)
            }
        }
        if size.height >= 4, !hint.isEmpty {
            lay([fitting([hint], width)], row: size.height, &screen)
        }
        page.picture.call = screen
    }

    private func head(_ call: BoardCall, others: Int) -> [UInt8] {
        let more = others > 0 ? " +\(others)" : ""
        return fitting(
            [call.app, "Incoming call", "Call"].compactMap { $0.map { $0 + more } }, width)
    }

    /// Returns the caller's name, split into turns of some rows each.
    private func names(_ call: BoardCall, rows: Int) -> [[[UInt8]]] {
        if size.height < 2 {
            let whole = charset.encode("\(call.who) calls")
            if whole.count <= width { return [[whole]] }
        }
        let count = rows * Self.nameTurns
        var lines = charset.lines(of: call.who, widths: [Int](repeating: width, count: count))
        if size.height < 2 { lines.append(fitting(["calls"], width)) }
        return stride(from: 0, to: lines.count, by: rows).map { Array(lines[$0...].prefix(rows)) }
    }

    /// The keys that answer and decline a call.
    private var hint: String {
        [(NoticeAction.answer, "yes"), (.decline, "no")].compactMap { act, word in
            options.keys[act].map { "\($0)=\(word)" }
        }.joined(separator: " ")
    }
}
