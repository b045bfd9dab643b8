/// How a signal fades with the distance: by the model of a free field, 20 dB for each ten times as far.
enum PathLoss {
    /// A host's radio hears nothing that is weaker, in dBm.
    static let weakest = -100
    /// No message arrives stronger.
    static let strongest = 19
    /// Nothing is nearer than this, in metres: an antenna is no point.
    static let nearest = 0.01

    /// The signal of something that is so far away, in dBm.
    ///
    /// - Parameter power: its signal one metre away.
    static func signal(at metres: Double, power: Int) -> Double {
        Double(power) - 20 * naturalLogarithm(max(metres, nearest)) / ln10
    }

    private static let ln2 = 0.693_147_180_559_945_3
    private static let ln10 = 2.302_585_092_994_046

    /// Without the C library: the power of two, and a series for the rest.
    private static func naturalLogarithm(_ number: Double) -> Double {
        let ratio = (number.significand - 1) / (number.significand + 1)
        let series = stride(from: 21, through: 1, by: -2).reduce(0.0) {
            $0 * ratio * ratio + 1 / Double($1)
        }
        return Double(number.exponent) * ln2 + 2 * ratio * series
    }
}
