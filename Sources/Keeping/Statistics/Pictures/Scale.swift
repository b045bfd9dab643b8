/// An axis that starts at zero and ends at a number people like to read.
struct Scale: Hashable {
    /// The greatest number on the axis.
    let top: Double
    /// The distance of its lines.
    let step: Double

    /// - Parameters:
    ///   - greatest: the greatest number that is shown.
    ///   - lines: how many lines there may be above zero.
    init(upTo greatest: Double, lines: Int) {
        var unit = 1.0
        while unit * 5 * Double(lines) < greatest { unit *= 10 }
        let step = [1, 2, 5, 10].map { $0 * unit }.first { $0 * Double(lines) >= greatest }
        self.step = step ?? unit * 10
        top = max((greatest / self.step).rounded(.up), 1) * self.step
    }

    /// The numbers that have a line, zero first.
    var lines: [Double] {
        (0...Int((top / step).rounded())).map { Double($0) * step }
    }
}
