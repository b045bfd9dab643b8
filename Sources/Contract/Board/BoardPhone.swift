package import Notices

/// A phone and its state.
package struct BoardPhone: Hashable, Sendable {
    /// Display name of the phone.
    package let name: String
    package var state: PhoneState
    /// Battery level in percent; nil if unknown.
    package var battery: Int?

    /// The state in one or two words, for short lines.
    package var words: String {
        guard state == .ready, let battery else { return stateWords }
        return "\(stateWords) \(battery) %"
    }

    private var stateWords: String {
        switch state {
        case .connected: "connected"
        case .ready: "ready"
        case .notShared: "not shared"
        case .notSecure: "not paired"
        case .unavailable: "unavailable"
        case .unresponsive: "no answer"
        case .disconnected: "away"
        }
    }
}

extension RadioCondition {
    /// The condition in a few words, for short lines.
    package var shortWords: String {
        switch self {
        case .noService: "no Bluetooth"
        case .noAdapter: "no adapter"
        case .off: "Bluetooth is off"
        case .notAdvertising: "not advertising"
        case .listening: "waiting for phones"
        }
    }
}
