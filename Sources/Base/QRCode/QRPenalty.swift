/// Penalty of a masked code, for the four features of the standard that mislead scanners.
enum QRPenalty {
    /// Returns the penalty; lower is better.
    static func of(_ grid: QRGrid) -> Int {
        lines(of: grid) + squares(of: grid) + imbalance(of: grid)
    }

    /// Penalty for long runs and finder-like patterns in rows and columns.
    static func lines(of grid: QRGrid) -> Int {
        (0..<grid.size).reduce(0) { points, line in
            var row = QRLine()
            var column = QRLine()
            for place in 0..<grid.size {
                row.take(grid[line, place])
                column.take(grid[place, line])
            }
            row.end()
            column.end()
            return points + row.points + column.points
        }
    }

    /// Three points for every two-by-two square of one colour.
    static func squares(of grid: QRGrid) -> Int {
        var count = 0
        for row in 1..<grid.size {
            for column in 1..<grid.size {
                let isDark = grid[row, column]
                if isDark == grid[row, column - 1], isDark == grid[row - 1, column],
                    isDark == grid[row - 1, column - 1]
                {
                    count += 1
                }
            }
        }
        return 3 * count
    }

    /// Ten points for each five per cent by which the share of dark modules differs from half.
    static func imbalance(of grid: QRGrid) -> Int {
        var dark = 0
        for row in 0..<grid.size {
            for column in 0..<grid.size where grid[row, column] { dark += 1 }
        }
        let all = grid.size * grid.size
        return abs(20 * dark - 10 * all) / all * 10
    }
}

/// Penalty of one row or column, module by module.
struct QRLine {
    private(set) var points = 0
    private var run = 0
    private var isDark = false
    /// The last eleven modules; modules before a line are light.
    private var history = 0

    /// Adds a module.
    mutating func take(_ isDark: Bool) {
        if isDark == self.isDark {
            run += 1
        } else {
            self.isDark = isDark
            run = 1
        }
        if run == 5 { points += 3 }
        if run > 5 { points += 1 }
        lookForFinder(isDark)
    }

    /// Ends the line; the modules after it are light.
    mutating func end() {
        for _ in 0..<4 { lookForFinder(false) }
    }

    private mutating func lookForFinder(_ isDark: Bool) {
        history = (history << 1 | (isDark ? 1 : 0)) & 0x7FF
        if history == 0b000_0101_1101 || history == 0b101_1101_0000 { points += 40 }
    }
}
