/// Chance that is the same each time: SplitMix64.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 up to 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number around 0 with a deviation of 1: twelve equal ones make a bell that is good to three deviations.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + fraction() } }
}

/// Ten times the decimal logarithm of a ratio.
func decibels(_ ratio: Double) -> Double {
    let ratio = max(ratio, 1e-12)
    let fraction = (ratio.significand - 1) / (ratio.significand + 1)
    let square = fraction * fraction
    let series = (0..<12).reversed().reduce(0.0) { $0 * square + 1 / Double(2 * $1 + 1) }
    return 10 / 2.302_585_092_994_046
        * (Double(ratio.exponent) * 0.693_147_180_559_945_3 + 2 * fraction * series)
}
