/// A made-up air between a beacon and a host, by what is published of rooms.
///
/// - Loss grows with the logarithm of the distance, and varies by place as a normal number of decibels: T. S. Rappaport,
///   Wireless Communications, 2nd edition, section 4.9; indoors it gives exponents of 1.6 to 3.3 and deviations of 3 to
///   7 dB.
/// - That variation is alike at places that are near each other, and at moments, falling off exponentially: M. Gudmundson,
///   Correlation model for shadow fading in mobile radio systems, Electronics Letters 27 (1991).
/// - Echoes make each message stronger or weaker: by Rice where the beacon is in sight, by Rayleigh where it is not
///   (Rappaport, section 5.6); each goes out on another channel, so that they are independent.
struct AirModel {
    /// The signal one metre away, in dBm, and the exponent of the loss.
    static let power = -59.0
    static let exponent = 2.2
    /// How much places differ, in dB, and how far apart they are then, in metres.
    static let placeDeviation = 3.0
    static let placeLength = 2.0
    /// The share of the air in which a host hears nothing: the kernel listens for 30 ms of each 60, and others send.
    static let deafness = 0.55
    /// Weaker than this, every other message is not understood, and one 2 dB stronger almost always.
    static let sensitivity = -95.0

    private var chance: Chance
    /// How much the echoes are weaker than what comes directly; zero where nothing does.
    private let rice: Double
    private let momentDeviation: Double
    private let momentLength: Double
    private var place: Double
    private var moment = 0.0
    private var lastDistance: Double?

    /// - Parameters:
    ///   - rice: how much stronger than the echoes is what comes directly.
    ///   - momentDeviation: how much moments differ, in dB: people walk about, doors open.
    ///   - momentLength: and for how long that lasts, in seconds.
    init(
        seed: UInt64, rice: Double = 4, momentDeviation: Double = 2, momentLength: Double = 20,
        isPlaceKnown: Bool = false
    ) {
        chance = Chance(seed: seed)
        self.rice = rice
        self.momentDeviation = momentDeviation
        self.momentLength = momentLength
        place = isPlaceKnown ? 0 : chance.normal() * Self.placeDeviation
    }

    /// The signal of a message after so many seconds; nil where it is not heard.
    mutating func hear(distance: Double, behind walls: Double = 0, after step: Double) -> Int? {
        if let lastDistance, lastDistance != distance {
            let alike = Self.alike(abs(distance - lastDistance) / Self.placeLength)
            place = place * alike + wander(alike) * Self.placeDeviation
        }
        lastDistance = distance
        let alike = Self.alike(step / momentLength)
        moment = moment * alike + wander(alike) * momentDeviation
        let loss = Self.exponent * decibels(max(distance, 0.1)) + walls
        return message(Self.power - loss + place + moment)
    }

    /// One message around this signal.
    mutating func message(_ mean: Double) -> Int? {
        let direct = (rice / (rice + 1)).squareRoot()
        let echo = (0.5 / (rice + 1)).squareRoot()
        let (real, imaginary) = (direct + echo * chance.normal(), echo * chance.normal())
        let signal = mean + decibels(real * real + imaginary * imaginary)
        let understood = min(max((signal - Self.sensitivity) / 4 + 0.5, 0), 1)
        guard chance.fraction() < understood * (1 - Self.deafness) else { return nil }
        return Int(signal.rounded())
    }

    private mutating func wander(_ alike: Double) -> Double {
        (1 - alike * alike).squareRoot() * chance.normal()
    }

    /// The natural exponential of a negative number, for steps that are short.
    private static func alike(_ steps: Double) -> Double {
        // Sixteen halvings leave so little that a line is as good as the curve.
        (0..<16).reduce(max(1 - steps / 65_536, 0)) { value, _ in value * value }
    }
}
