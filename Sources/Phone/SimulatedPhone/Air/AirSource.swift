internal import Radio

/// A simulated sender near the host: its message, repeated at an interval, and its signal strength.
struct AirSource: Sendable {
    /// Place of the sender from the time of a step on.
    ///
    /// Between two distances, or two signal strengths, it changes evenly.
    enum Place: Sendable {
        /// Distance in metres.
        case distance(Double)
        /// Signal strength in dBm.
        case signal(Double)
        /// The sender is silent.
        case silent
    }

    /// A step of the timeline.
    struct Step: Sendable {
        let time: Duration
        let place: Place
    }

    let address: String
    /// Bond of the sender if it is a phone.
    let bond: String?
    let manufacturerData: [AirData]
    let serviceData: [AirData]
    /// Signal strength at one metre, in dBm.
    let power: Int
    /// Interval between messages.
    let interval: Duration
    /// Standard deviation of the signal strength, in dB.
    let noise: Double
    let timeline: [Step]

    /// Time of the last change.
    var end: Duration { timeline.last?.time ?? .zero }

    /// Returns the signal strength at a time, without noise; nil while the sender is silent.
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

    /// Returns the message as received.
    ///
    /// - Parameter deviation: deviation of the signal, in multiples of the noise.
    /// - Returns: nil if the host cannot receive it.
    func message(at time: Duration, deviation: Double) -> AirMessage? {
        guard let signal = signal(at: time) else { return nil }
        let arriving = min(Int((signal + deviation * noise).rounded()), PathLoss.strongest)
        guard arriving >= PathLoss.weakest else { return nil }
        return AirMessage(
            address: address, bond: bond, signal: arriving, manufacturerData: manufacturerData,
            serviceData: serviceData)
    }
}
