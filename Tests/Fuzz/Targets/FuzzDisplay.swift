import ANCS
import Board
import LCD
import Linux
import Notices
import Outlets
import Screen

/// Shows a day whose texts are the input on a terminal and a character display of any size, and takes
/// the input as what these say.
func fuzzDisplay(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return }
    let (columns, rows) = (Int(bytes[0]), Int(bytes[1]) % 64)
    let choice = bytes[2]
    let said = Array(bytes.dropFirst(4))
    readKeys(said, cut: Int(bytes[3]))

    let texts = said.split(separator: 0xFF, omittingEmptySubsequences: false).map(Array.init)
    let details = BoardOptions.Detail.allCases
    var board = DayBoard(BoardOptions(detail: details[Int(choice) % details.count]))
    let empty = board
    for (number, text) in texts.prefix(40).enumerated() { take(text, number, &board) }
    draw(empty, board, columns, rows, choice)

    let size = LCDSize(width: max(1, columns), height: max(1, rows % 9))
    converse(LCDLayout(size: size, options: .usual), empty, board, said)
}

private let noon = WallTime(milliseconds: 1_772_442_242_000)

private func take(_ text: [UInt8], _ number: Int, _ board: inout DayBoard) {
    let kind = text.first ?? 0
    let isCall = kind % 8 == 0
    let notice = Notice(
        id: NoticeID(rawValue: UInt64(number)), phone: "phone",
        category: Category(CategoryID(rawValue: isCall ? 1 : kind % 14)), flags: [],
        uid: NotificationUID(rawValue: UInt32(number)), appID: Text(bytes: text),
        appName: Text(bytes: text), title: Text(bytes: text), subtitle: Text(""),
        message: Text(bytes: text), received: noon,
        call: isCall ? Call(state: kind % 16 == 0 ? .ringing : .answered) : nil)
    _ = board.take(.notice(isCall ? .ringing : .added, notice, at: noon), at: .seconds(1))
    if kind % 5 == 0 { _ = board.take(.notice(.removed, notice, at: noon), at: .seconds(2)) }
    let name = Text(bytes: text).string
    _ = board.take(.phone(PhoneState.allCases[Int(kind) % 7], PhoneName(name), at: noon), at: .zero)
}

/// Keys are the same wherever what the terminal sends is cut.
private func readKeys(_ bytes: [UInt8], cut: Int) {
    var (whole, parts) = (KeyReader(), KeyReader())
    let keys = whole.take(bytes)
    let middle = bytes.isEmpty ? 0 : cut % bytes.count
    let others = parts.take(Array(bytes[..<middle])) + parts.take(Array(bytes[middle...]))
    require(keys == others, "keys differ with where they are cut")
    require(keys.count <= bytes.count, "a terminal has more keys than it sends")
    _ = whole.endOfWait()
}

private func draw(
    _ old: DayBoard, _ new: DayBoard, _ columns: Int, _ rows: Int, _ choice: UInt8
) {
    let screen = BoardScreen(isUTF8: choice & 1 == 0)
    let canvases = [old, new].map {
        screen.canvas(of: $0, columns: columns, rows: rows, at: noon, now: .seconds(3))
    }
    let palette: ScreenPalette = choice & 2 == 0 ? .day : .plain
    let first = ScreenDiff.bytes(from: nil, to: canvases[0], palette)
    let change = ScreenDiff.bytes(from: canvases[0], to: canvases[1], palette)
    for bytes in [first, change] { checkTerminal(bytes, isUTF8: choice & 1 == 0) }
    let same = ScreenDiff.bytes(from: canvases[1], to: canvases[1], palette)
    require(same.isEmpty, "a screen that stays the same is sent again")
}

/// Nothing but letters, and sequences of the kinds that screens are made of.
private func checkTerminal(_ bytes: [UInt8], isUTF8: Bool) {
    var rest = bytes[...]
    var letters: [UInt8] = []
    while let byte = rest.popFirst() {
        guard byte == 0x1B else {
            letters.append(byte)
            continue
        }
        require(rest.popFirst() == UInt8(ascii: "["), "another sequence than a screen's")
        while let parameter = rest.first, (0x30...0x3F).contains(parameter) { rest.removeFirst() }
        let final = rest.popFirst() ?? 0
        require("HJKXmCG".utf8.contains(final), "another sequence than a screen's: \(final)")
    }
    require(letters.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control has passed")
    let text = String(decoding: letters, as: UTF8.self)
    require(text.utf8.elementsEqual(letters), "a text is no UTF-8")
    require(isUTF8 || letters.allSatisfy { $0 < 0x7F }, "a letter is not ASCII")
    require(text.unicodeScalars.allSatisfy { $0.hazard == nil || $0.hazard == .tag }, "a hazard")
}

/// A server that answers all right, and one that says anything.
private func converse(
    _ layout: LCDLayout, _ old: DayBoard, _ new: DayBoard, _ said: [UInt8]
) {
    var session = LCDSession(name: Array("name".utf8))
    session.begin(at: .zero)
    answer(&session)
    let greeting = "connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt 8\n"
    _ = session.receive(Array(greeting.utf8), at: .zero)
    for (turn, board) in [old, new, new].enumerated() {
        let page = layout.page(board, turn: turn, isLit: false, now: .seconds(3), wall: noon)
        _ = session.show(page.picture, at: .seconds(3))
        while session.isBusy { answer(&session) }
    }
    for part in said.split(separator: 0x20, omittingEmptySubsequences: false) {
        _ = session.receive(part + [0x20], at: .seconds(4))
        session.sent(session.output.count)
    }
}

/// Checks what the server is told, and says yes to each line.
private func answer(_ session: inout LCDSession) {
    let lines = session.output.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    session.sent(session.output.count)
    for line in lines {
        require(line.count < 1_024, "a line is longer than the server reads")
        require(line.allSatisfy { $0 >= 0x20 }, "a control has passed")
        let quotes = line.count { $0 == UInt8(ascii: "\"") } - escapedQuotes(line)
        require(quotes % 2 == 0, "a quote is open")
        let reply = line.elementsEqual("noop".utf8) ? "noop complete\n" : "success\n"
        _ = session.receive(Array(reply.utf8), at: .seconds(3))
    }
}

/// Quotes that a backslash makes a letter of the text.
private func escapedQuotes(_ line: ArraySlice<UInt8>) -> Int {
    var (count, isEscaped) = (0, false)
    for byte in line {
        if isEscaped {
            if byte == UInt8(ascii: "\"") { count += 1 }
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        }
    }
    return count
}
