/// How far away a signal may come from.
///
/// By the model of a free field, in which a signal loses 6 dB each time the distance doubles. A curve that was
/// measured with one phone is no better for another host's antenna, and a wall makes more of a difference than both.
enum Distance {
    /// Metres, from what the signal lost beyond the first one, in dB.
    static func metres(afterLoss loss: Double) -> Double { exponential(loss / 20 * ln10) }

    private static let ln10 = 2.302_585_092_994_046
    private static let ln2 = 0.693_147_180_559_945_3

    /// Without the C library: the nearest power of two, and a series for the rest.
    private static func exponential(_ value: Double) -> Double {
        let bounded = min(max(value, -100), 100)
        let halves = (bounded / ln2).rounded()
        let rest = bounded - halves * ln2
        let series = (1...14).reversed().reduce(1.0) { 1 + $0 * rest / Double($1) }
        return Double(sign: .plus, exponent: Int(halves), significand: series)
    }
}
