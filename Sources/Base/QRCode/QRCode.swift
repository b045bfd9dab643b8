/// A QR code by ISO/IEC 18004.
package struct QRCode: Equatable, Sendable {
    /// The longest text, in bytes of UTF-8.
    package static let limit = 367

    /// Number of modules of each side, without the quiet zone.
    package let size: Int

    private let grid: QRGrid

    /// Encodes a text in the smallest form; nil if it is longer than `limit`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let form = QRForm.smallest(holding: bytes.count) else { return nil }
        var grid = QRGrid(version: form.version)
        grid.place(form.codewords(of: bytes))
        self.grid = grid.masked(level: form.level)
        size = grid.size
    }

    /// Whether a module is dark; everything around the code is light.
    package subscript(row row: Int, column column: Int) -> Bool {
        let sides = 0..<size
        return sides.contains(row) && sides.contains(column) && grid[row, column]
    }
}
