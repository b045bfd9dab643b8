/// Distribution of events over a day: a weight for each hour.
struct HourWeights {
    let weights: [Double]

    private init(_ weights: [Double]) {
        self.weights = weights
    }

    /// Messages and calls at work.
    static let office = HourWeights([
        0, 0, 0, 0, 0, 0, 0.5, 2, 6, 10, 11, 9, 5, 7, 9, 9, 8, 6, 3, 1, 0.5, 0.4, 0.2, 0,
    ])
    /// Private messages and calls on a working day.
    static let evening = HourWeights([
        0.5, 0.2, 0, 0, 0, 0.2, 1, 3, 2.5, 2, 2, 2.5, 5, 3, 2, 2.5, 4, 7, 9, 10, 10, 8, 4.5, 1.5,
    ])
    /// Private messages and calls on a day off.
    static let dayOff = HourWeights([
        1.2, 0.6, 0.3, 0.1, 0, 0, 0.2, 0.7, 2, 5, 7, 8, 7, 6, 6.5, 7, 7, 7, 7.5, 8, 7, 6, 4, 2.5,
    ])
    /// Automatic messages in the morning.
    static let morning = HourWeights([
        0, 0, 0, 0, 0.5, 2, 8, 10, 6, 3, 2, 1, 1, 0.5, 0.5, 0.5, 1, 2, 1, 0.5, 0, 0, 0, 0,
    ])
    /// Shops, parcels and banks.
    static let business = HourWeights([
        0.2, 0.1, 0.1, 0.1, 0.1, 0.3, 1, 2, 5, 7, 8, 8, 6, 6, 6, 6, 5, 4, 3, 2, 1, 0.5, 0.3, 0.2,
    ])
    /// Messages around midnight on New Year.
    static let midnight = HourWeights([
        30, 8, 2, 0.5, 0, 0, 0, 0, 0.5, 2, 4, 5, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    ])
}
