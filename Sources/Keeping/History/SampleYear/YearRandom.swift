/// Reproducible random numbers (SplitMix64).
struct YearRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - seed: seed of the whole year
    ///   - place: identifies the independent sequence
    init(seed: UInt64, place: Int...) {
        state = seed
        for part in place {
            state = next() ^ UInt64(truncatingIfNeeded: part) &* 0x9FB2_1C65_1E98_DF25
        }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns true with a given probability.
    mutating func happens(_ likelihood: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < likelihood
    }

    /// Returns a number in a range.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Returns a number in a range, mostly a small one.
    mutating func mostlySmall(_ range: ClosedRange<Int>) -> Int {
        let part = Double.random(in: 0..<1, using: &self)
        return range.lowerBound + Int(part * part * part * Double(range.count))
    }

    /// Returns a random count with a given mean.
    mutating func count(mean: Double) -> Int {
        guard mean > 0 else { return 0 }
        let trials = Int((mean * 4).rounded(.up))
        return (0..<trials).reduce(0) { count, _ in
            count + (happens(mean / Double(trials)) ? 1 : 0)
        }
    }

    /// Returns a random element.
    mutating func pick<Element>(_ some: [Element], or other: Element) -> Element {
        some.randomElement(using: &self) ?? other
    }

    /// Returns a random index, distributed by weight.
    mutating func place(in weights: [Double]) -> Int {
        var rest = Double.random(in: 0..<1, using: &self) * weights.reduce(0, +)
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return max(0, weights.count - 1)
    }

    /// Returns a random second of the day, distributed by the weights of hours.
    mutating func second(in hours: HourWeights) -> Int {
        place(in: hours.weights) * 3600 + whole(0...3599)
    }
}
