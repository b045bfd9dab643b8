package import AMS

/// A fact reported by a phone through a further service.
package enum FeatureFact: Hashable, Sendable {
    /// Battery level in percent; nil if it is no longer known.
    case battery(Int?)
    /// Maker and model.
    case device(DeviceInformation)
    /// Date, time and zone of the phone at this moment; nil if they are no longer known.
    case clock(PhoneClock?)
    /// State of the media player, or the outcome of a command to it.
    case media(MediaReport)
}

/// Facts about one phone, as far as they are known.
package struct PhoneFacts: Hashable, Sendable {
    /// Battery level in percent, while the phone is connected.
    package private(set) var battery: Int?
    /// Maker and model, also after the phone has left.
    package private(set) var device = DeviceInformation()
    /// Last reading of the clock, while the phone is connected.
    package private(set) var clock: PhoneClock?
    /// State of the media player, while the phone is connected and has one.
    package private(set) var media: MediaState?

    package init() {}

    /// The facts that users read, in words.
    package var words: [String] {
        [battery.map { "battery \($0) %" }, device.modelName].compactMap(\.self)
    }

    /// Adopts a fact.
    package mutating func take(_ fact: FeatureFact) {
        switch fact {
        case .battery(let level): battery = level
        case .device(let device): self.device = device
        case .clock(let clock): self.clock = clock
        case .media(.state(let state, _)): media = state
        case .media(.performed): break
        }
    }
}
