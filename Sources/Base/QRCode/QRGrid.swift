/// The modules of a code under construction.
struct QRGrid: Equatable, Sendable {
    let version: Int
    let size: Int
    private var modules: [Bool]
    /// Function patterns and information modules, which do not depend on the text.
    private var reserved: [Bool]

    /// Creates a grid with all function patterns.
    init(version: Int) {
        self.version = version
        size = 17 + 4 * version
        modules = Array(repeating: false, count: size * size)
        reserved = modules
        drawTiming()
        drawFinders()
        drawAlignment()
        write(format: 0)
        drawVersion()
    }

    /// Whether a module is dark.
    subscript(row: Int, column: Int) -> Bool {
        modules[row * size + column]
    }

    /// Returns whether a module belongs to no codeword.
    func isReserved(_ row: Int, _ column: Int) -> Bool {
        reserved[row * size + column]
    }

    private mutating func reserve(_ row: Int, _ column: Int, isDark: Bool) {
        modules[row * size + column] = isDark
        reserved[row * size + column] = true
    }

    /// Draws the timing patterns between the finder patterns.
    private mutating func drawTiming() {
        for place in 0..<size {
            reserve(6, place, isDark: place % 2 == 0)
            reserve(place, 6, isDark: place % 2 == 0)
        }
    }

    /// Draws the finder patterns with their separators.
    private mutating func drawFinders() {
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            drawSquares(row, column, reach: 4, light: [2, 4])
        }
    }

    /// Draws the alignment patterns, except where they would overlap finder patterns.
    private mutating func drawAlignment() {
        let places = Self.alignment(version: version)
        let corners = [(0, 0), (0, places.count - 1), (places.count - 1, 0)]
        for (down, row) in places.enumerated() {
            for (right, column) in places.enumerated()
            where !corners.contains(where: { $0 == (down, right) }) {
                drawSquares(row, column, reach: 2, light: [1])
            }
        }
    }

    /// Returns the rows and columns of the centres of alignment patterns.
    static func alignment(version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let last = 4 * version + 10
        return version < 7 ? [6, last] : [6, (6 + last) / 2, last]
    }

    private mutating func drawSquares(_ row: Int, _ column: Int, reach: Int, light: Set<Int>) {
        for down in -reach...reach {
            for right in -reach...reach
            where (0..<size).contains(row + down) && (0..<size).contains(column + right) {
                let distance = max(abs(down), abs(right))
                reserve(row + down, column + right, isDark: !light.contains(distance))
            }
        }
    }

    /// Writes the fifteen bits of format information, twice, and the module that is always dark.
    mutating func write(format: Int) {
        for bit in 0..<15 {
            let isDark = format >> bit & 1 != 0
            switch bit {
            case 0..<6: reserve(bit, 8, isDark: isDark)
            case 6, 7: reserve(bit + 1, 8, isDark: isDark)
            case 8: reserve(8, 7, isDark: isDark)
            default: reserve(8, 14 - bit, isDark: isDark)
            }
            if bit < 8 {
                reserve(8, size - 1 - bit, isDark: isDark)
            } else {
                reserve(size - 15 + bit, 8, isDark: isDark)
            }
        }
        reserve(size - 8, 8, isDark: true)
    }

    /// Draws the eighteen bits of version information, twice, in larger codes.
    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = QRInformation.version(version)
        for bit in 0..<18 {
            let isDark = bits >> bit & 1 != 0
            reserve(bit / 3, size - 11 + bit % 3, isDark: isDark)
            reserve(size - 11 + bit % 3, bit / 3, isDark: isDark)
        }
    }

    /// Places codewords in the free modules: pairs of columns from the right, alternately up and
    /// down.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        // The column of the timing pattern belongs to no pair.
        let pairs = stride(from: size - 1, to: 6, by: -2).map(\.self) + [5, 3, 1]
        for right in pairs {
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1]
                where !isReserved(row, column) && bit < codewords.count * 8 {
                    modules[row * size + column] = codewords[bit / 8] >> (7 - bit % 8) & 1 != 0
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }

    /// Returns the grid with the mask of the lowest penalty.
    func masked(level: QRForm.Level) -> QRGrid {
        let all = QRMask.all.map { mask in
            var grid = self
            grid.turn(mask)
            grid.write(format: QRInformation.format(level, mask: mask.number))
            return (grid: grid, penalty: QRPenalty.of(grid))
        }
        return all.min { $0.penalty < $1.penalty }?.grid ?? self
    }

    /// Inverts the modules selected by a mask, except for reserved ones.
    mutating func turn(_ mask: QRMask) {
        for row in 0..<size {
            for column in 0..<size where !isReserved(row, column) && mask.hits(row, column) {
                modules[row * size + column].toggle()
            }
        }
    }
}
