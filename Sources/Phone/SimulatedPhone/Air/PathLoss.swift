/// Path loss of a signal in free space: 20 dB for each factor of ten in distance.
enum PathLoss {
    /// Weakest received signal, in dBm.
    static let weakest = -100
    /// Strongest received signal, in dBm.
    static let strongest = 19
    /// Minimum distance in metres, because an antenna is not a point.
    static let nearest = 0.01

    /// Returns the signal strength at a distance, in dBm.
    ///
    /// - Parameter power: signal strength at one metre, in dBm.
    static func signal(at metres: Double, power: Int) -> Double {
        Double(power) - 20 * naturalLogarithm(max(metres, nearest)) / ln10
    }

    private static let ln2 = 0.693_147_180_559_945_3
    private static let ln10 = 2.302_585_092_994_046

    /// Computes the logarithm without the C library, from the number's exponent and a series for
    /// its significand.
    private static func naturalLogarithm(_ number: Double) -> Double {
        let ratio = (number.significand - 1) / (number.significand + 1)
        let series = stride(from: 21, through: 1, by: -2).reduce(0.0) {
            $0 * ratio * ratio + 1 / Double($1)
        }
        return Double(number.exponent) * ln2 + 2 * ratio * series
    }
}
