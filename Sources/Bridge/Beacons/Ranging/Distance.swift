/// Estimate of the distance of a signal's source.
///
/// The model is free space, in which a signal loses 6 dB each time the distance doubles. A curve measured with one phone
/// is no better for another host's antenna. A wall makes more of a difference than both.
enum Distance {
    /// Returns the distance in metres for a path loss beyond the first metre, in dB.
    static func metres(afterLoss loss: Double) -> Double { exponential(loss / 20 * ln10) }

    private static let ln10 = 2.302_585_092_994_046
    private static let ln2 = 0.693_147_180_559_945_3

    /// Computes the exponential without the C library: the nearest power of two, and a series for the rest.
    private static func exponential(_ value: Double) -> Double {
        let bounded = min(max(value, -100), 100)
        let halves = (bounded / ln2).rounded()
        let rest = bounded - halves * ln2
        let series = (1...14).reversed().reduce(1.0) { 1 + $0 * rest / Double($1) }
        return Double(sign: .plus, exponent: Int(halves), significand: series)
    }
}
