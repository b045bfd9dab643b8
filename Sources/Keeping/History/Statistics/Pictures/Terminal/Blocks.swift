/// Bars of Unicode block elements with a resolution of eighths.
package enum Blocks {
    private static let lying = Array("▏▎▍▌▋▊▉█")
    private static let standing = Array("▁▂▃▄▅▆▇█")

    /// Returns a horizontal bar for a fraction of the width; any fraction above zero stays visible.
    static func lying(_ part: Double, width: Int) -> String {
        let eighths = eighths(part, of: width)
        var bar = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { bar.append(lying[eighths % 8 - 1]) }
        return bar
    }

    /// Returns one row of a vertical bar for a fraction of the height; rows count from the bottom.
    package static func standing(_ part: Double, height: Int, row: Int) -> Character {
        let eighths = eighths(part, of: height) - row * 8
        return eighths <= 0 ? " " : standing[min(eighths, 8) - 1]
    }

    private static func eighths(_ part: Double, of length: Int) -> Int {
        guard part > 0, length > 0 else { return 0 }
        return min(max(1, Int((part * Double(length * 8)).rounded())), length * 8)
    }
}
