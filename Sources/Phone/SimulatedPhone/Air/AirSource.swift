internal import Radio

/// Something in the air around the host: what it sends over and over, and how strong that arrives.
struct AirSource: Sendable {
    /// How it is for the host at a moment, and on the way to the next one.
    enum Place: Sendable {
        /// So many metres away.
        case distance(Double)
        /// As strong as this, in dBm.
        case signal(Double)
        /// It sends nothing.
        case silent
    }

    /// A moment of its day.
    struct Step: Sendable {
        let time: Duration
        let place: Place
    }

    /// From where it sends.
    let address: String
    /// The bond of the phone that it is, where it is one.
    let bond: String?
    let manufacturerData: [AirData]
    let serviceData: [AirData]
    /// Its signal one metre away, in dBm.
    let power: Int
    /// From one message to the next.
    let interval: Duration
    /// How far messages usually are from the signal that they should have, in dB.
    let noise: Double
    let timeline: [Step]

    /// When nothing of it changes any more.
    var end: Duration { timeline.last?.time ?? .zero }

    /// How strong it arrives at a time, without noise; nil while it sends nothing.
    func signal(at time: Duration) -> Double? {
        guard let index = timeline.lastIndex(where: { $0.time <= time }) else { return nil }
        let step = timeline[index]
        let next = index + 1 < timeline.count ? timeline[index + 1] : nil
        let part = next.map { (time - step.time) / ($0.time - step.time) } ?? 0
        switch (step.place, next?.place) {
        case (.silent, _): return nil
        case (.distance(let here), .distance(let there)):
            return PathLoss.signal(at: here + (there - here) * part, power: power)
        case (.distance(let metres), _): return PathLoss.signal(at: metres, power: power)
        case (.signal(let here), .signal(let there)): return here + (there - here) * part
        case (.signal(let signal), _): return signal
        }
    }

    /// What of a message arrives.
    ///
    /// - Parameter deviation: how far it is from the usual, in multiples of the noise.
    /// - Returns: nil where the host cannot hear it.
    func message(at time: Duration, deviation: Double) -> AirMessage? {
        guard let signal = signal(at: time) else { return nil }
        let arriving = min(Int((signal + deviation * noise).rounded()), PathLoss.strongest)
        guard arriving >= PathLoss.weakest else { return nil }
        return AirMessage(
            address: address, bond: bond, signal: arriving, manufacturerData: manufacturerData,
            serviceData: serviceData)
    }
}
