/// Random numbers that are the same for the same seed (SplitMix64).
struct YearRandom: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameters:
    ///   - seed: what the whole year is made of.
    ///   - place: what of it these numbers are for; each has its own.
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

    /// Whether something happens that is so likely.
    mutating func happens(_ likelihood: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < likelihood
    }

    /// A whole number from these.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Mostly a small number of these, seldom a great one.
    mutating func mostlySmall(_ range: ClosedRange<Int>) -> Int {
        let part = Double.random(in: 0..<1, using: &self)
        return range.lowerBound + Int(part * part * part * Double(range.count))
    }

    /// How often something happens that happens this often on average.
    mutating func count(mean: Double) -> Int {
        guard mean > 0 else { return 0 }
        let trials = Int((mean * 4).rounded(.up))
        return (0..<trials).reduce(0) { count, _ in
            count + (happens(mean / Double(trials)) ? 1 : 0)
        }
    }

    /// One of these.
    mutating func pick<Element>(_ some: [Element], or other: Element) -> Element {
        some.randomElement(using: &self) ?? other
    }

    /// The place of one of these weights, the heavier the likelier.
    mutating func place(in weights: [Double]) -> Int {
        var rest = Double.random(in: 0..<1, using: &self) * weights.reduce(0, +)
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return max(0, weights.count - 1)
    }

    /// A second of the day, in an hour by weight.
    mutating func second(in hours: HourWeights) -> Int {
        place(in: hours.weights) * 3600 + whole(0...3599)
    }
}
