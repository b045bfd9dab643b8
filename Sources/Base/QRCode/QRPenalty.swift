/// How hard a code is to read: the standard's four features that mislead cameras.
enum QRPenalty {
    /// The points of a code; fewer are better.
    static func of(_ grid: QRGrid) -> Int {
        lines(of: grid) + squares(of: grid) + imbalance(of: grid)
    }

    /// Long runs, and what looks like a finder, in rows and columns.
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

    /// Three points for every square of two by two in one colour.
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

    /// Ten points for each five per cent by which dark modules are more or fewer than half.
    static func imbalance(of grid: QRGrid) -> Int {
        var dark = 0
        for row in 0..<grid.size {
            for column in 0..<grid.size where grid[row, column] { dark += 1 }
        }
        let all = grid.size * grid.size
        return abs(20 * dark - 10 * all) / all * 10
    }
}

/// The points of one row or column, module by module.
struct QRLine {
    private(set) var points = 0
    private var run = 0
    private var isDark = false
    /// The last eleven modules; what lies before a line is light.
    private var history = 0

    /// One more module.
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

    /// The line is over; what follows is light.
    mutating func end() {
        for _ in 0..<4 { lookForFinder(false) }
    }

    private mutating func lookForFinder(_ isDark: Bool) {
        history = (history << 1 | (isDark ? 1 : 0)) & 0x7FF
        if history == 0b000_0101_1101 || history == 0b101_1101_0000 { points += 40 }
    }
}
