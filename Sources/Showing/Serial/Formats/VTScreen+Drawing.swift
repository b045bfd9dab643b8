internal import Formats

extension VTScreen {
    /// Returns the bytes that draw a line in a row, counted from zero.
    static func said(_ line: Line, inRow row: Int) -> [UInt8] {
        let (size, look) =
            switch line.kind {
            case .plain: ("#5", "")
            case .bar: ("#5", "[7m")
            case .upperHalf: ("#3", "[1;5m")
            case .lowerHalf: ("#4", "[1;5m")
            case .call: ("#5", "[1;5m")
            }
        // After a full line, the cursor is on the last character, which must not be erased.
        let (before, after) = line.isFull ? (sequence("[K"), []) : ([], sequence("[K"))
        let text = look.isEmpty ? line.text : sequence(look) + line.text + sequence("[0m")
        // The cursor rests in a place where it hides nothing.
        return sequence("[\(row + 1);1H") + sequence(size) + sequence("[0m") + before + text + after
            + sequence("[2;1H")
    }

    /// Returns the bytes that draw a line over an old one; for a bar, only the changed columns.
    ///
    /// - Parameter old: the line that the terminal shows in this row; nil if unknown.
    func said(_ line: Line, after old: Line?, inRow row: Int) -> [UInt8] {
        let whole = Self.said(line, inRow: row)
        guard let old, line.kind == .bar, old.kind == .bar, charset != .utf8,
            line.text.count == old.text.count,
            let first = line.text.indices.first(where: { line.text[$0] != old.text[$0] }),
            let last = line.text.indices.last(where: { line.text[$0] != old.text[$0] })
        else { return whole }
        return Self.sequence("[\(row + 1);\(first + 1)H") + Self.sequence("[7m")
            + line.text[first...last] + Self.sequence("[0m") + Self.sequence("[2;1H")
    }

    static func sequence(_ text: String) -> [UInt8] {
        [0x1B] + Array(text.utf8)
    }
}
