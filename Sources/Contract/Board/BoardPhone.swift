package import Notices

/// A phone and how it is doing.
package struct BoardPhone: Hashable, Sendable {
    /// The name by which the phone goes here.
    package let name: String
    /// What it is doing.
    package var state: PhoneState

    /// The state in a word or two, for a line with little room.
    package var words: String {
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
    /// The condition in a few words, for a line with little room.
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
