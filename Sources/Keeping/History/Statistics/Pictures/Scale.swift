/// Axis from zero to a round number.
struct Scale: Hashable {
    /// Largest number on the axis.
    let top: Double
    /// Distance between its lines.
    let step: Double

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - greatest: largest number shown
    ///   - lines: limit of lines above zero
    init(upTo greatest: Double, lines: Int) {
        var unit = 1.0
        while unit * 5 * Double(lines) < greatest { unit *= 10 }
        let step = [1, 2, 5, 10].map { $0 * unit }.first { $0 * Double(lines) >= greatest }
        self.step = step ?? unit * 10
        top = max((greatest / self.step).rounded(.up), 1) * self.step
    }

    /// Numbers with a line, zero first.
    var lines: [Double] {
        (0...Int((top / step).rounded())).map { Double($0) * step }
    }
}
