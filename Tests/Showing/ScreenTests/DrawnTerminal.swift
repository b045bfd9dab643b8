import Notices

@testable import Screen

/// A small terminal: it does what it is told and shows the result.
struct DrawnTerminal {
    /// How far a character of several parts reaches.
    enum Widths: CaseIterable {
        /// As far as all of its parts one after another.
        case ofAllParts
        /// As far as one picture.
        case ofOnePicture
    }

    struct Cell: Equatable {
        var character: Character = " "
        var isTail = false
        var look = "0"
    }

    let columns: Int
    let widths: Widths
    private(set) var cells: [[Cell]]
    private(set) var isCursorShown = true
    private(set) var isAlternate = false
    private var row = 0
    private var column = 0
    private var look = "0"

    init(columns: Int, rows: Int, widths: Widths = .ofAllParts) {
        self.columns = columns
        self.widths = widths
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// What somebody sees, without blanks at the ends of lines.
    var text: String {
        cells.map { cells in
            var line = String(cells.filter { !$0.isTail }.map(\.character))
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    mutating func take(_ bytes: [UInt8]) {
        var rest = Substring(decoding: bytes, as: UTF8.self)
        while let end = rest.unicodeScalars.firstIndex(of: "\u{1B}") {
            show(rest[..<end])
            rest = rest[end...].dropFirst()
            guard rest.first == "[" else { continue }
            rest = rest.dropFirst()
            let final = rest.unicodeScalars.firstIndex { (0x40...0x7E).contains($0.value) }
            guard let final else { return }
            obey(rest.unicodeScalars[final], String(rest[..<final]))
            rest = rest[rest.unicodeScalars.index(after: final)...]
        }
        show(rest)
    }

    private mutating func show(_ text: Substring) {
        for character in text {
            guard column < columns else { return }
            let width =
                widths == .ofAllParts || character.columns < 2 ? character.columns : 2
            cells[row][column] = Cell(character: character, look: look)
            for tail in column + 1..<max(column + 1, min(column + width, columns)) {
                cells[row][tail] = Cell(isTail: true, look: look)
            }
            column += width
        }
    }

    private mutating func obey(_ final: Unicode.Scalar, _ parameters: String) {
        switch (final, parameters) {
        case ("H", _):
            let numbers = parameters.split(separator: ";").map { Int($0) ?? 1 }
            row = (numbers.first ?? 1) - 1
            column = (numbers.dropFirst().first ?? 1) - 1
        case ("m", _): look = parameters
        case ("K", ""):
            for column in column..<columns { cells[row][column] = Cell(look: look) }
        case ("J", "2"):
            for row in cells.indices {
                cells[row] = Array(repeating: Cell(look: look), count: columns)
            }
        case ("l", "?25"): isCursorShown = false
        case ("h", "?25"): isCursorShown = true
        case ("l", "?1049"): isAlternate = false
        case ("h", "?1049"): isAlternate = true
        default: break
        }
    }
}

extension DrawnTerminal {
    /// The cells that are not as the canvas has them; of a blank only whether it is light or dark can be
    /// seen.
    func differences(from canvas: ScreenCanvas, _ palette: ScreenPalette) -> [String] {
        (0..<canvas.rows).flatMap { row in
            canvas.row(row).enumerated().filter { column, cell in
                let shown = cells[row][column]
                let look = palette.parameters(of: cell.tone)
                let hasLook =
                    cell.character == " "
                    ? shown.look.hasSuffix(";7") == look.hasSuffix(";7") : shown.look == look
                return !cell.isTail
                    && (shown.isTail || shown.character != cell.character || !hasLook)
            }.map { "\(row),\($0.offset): \(cells[row][$0.offset])" }
        }
    }
}
