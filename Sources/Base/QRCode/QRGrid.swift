/// The modules of a code while it comes about.
struct QRGrid: Equatable, Sendable {
    let version: Int
    let size: Int
    private var modules: [Bool]
    /// Which modules are the same whatever the text is, or tell of the code itself.
    private var reserved: [Bool]

    /// A grid with everything that is there before a text.
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

    /// Whether a module has nothing to do with the text.
    func isReserved(_ row: Int, _ column: Int) -> Bool {
        reserved[row * size + column]
    }

    private mutating func reserve(_ row: Int, _ column: Int, isDark: Bool) {
        modules[row * size + column] = isDark
        reserved[row * size + column] = true
    }

    /// Light and dark in turn, between the finders.
    private mutating func drawTiming() {
        for place in 0..<size {
            reserve(6, place, isDark: place % 2 == 0)
            reserve(place, 6, isDark: place % 2 == 0)
        }
    }

    /// The squares of three corners, and what is light around them.
    private mutating func drawFinders() {
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            drawSquares(row, column, reach: 4, light: [2, 4])
        }
    }

    /// The small squares, everywhere but below the finders.
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

    /// Rows, and columns, in which small squares have their middle.
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

    /// Fifteen bits about level and mask, twice, and the module that is always dark.
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

    /// Eighteen bits about the version, twice, in the larger codes.
    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = QRInformation.version(version)
        for bit in 0..<18 {
            let isDark = bits >> bit & 1 != 0
            reserve(bit / 3, size - 11 + bit % 3, isDark: isDark)
            reserve(size - 11 + bit % 3, bit / 3, isDark: isDark)
        }
    }

    /// Puts codewords where there is nothing else: by twos of columns from the right, up and down.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        // The column of the timing is none of a pair.
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

    /// The same under the mask that makes it easiest to read.
    func masked(level: QRForm.Level) -> QRGrid {
        let all = QRMask.all.map { mask in
            var grid = self
            grid.turn(mask)
            grid.write(format: QRInformation.format(level, mask: mask.number))
            return (grid: grid, penalty: QRPenalty.of(grid))
        }
        return all.min { $0.penalty < $1.penalty }?.grid ?? self
    }

    /// Turns the modules of the text that a mask hits.
    mutating func turn(_ mask: QRMask) {
        for row in 0..<size {
            for column in 0..<size where !isReserved(row, column) && mask.hits(row, column) {
                modules[row * size + column].toggle()
            }
        }
    }
}
