package import Notices

extension RadioCondition {
    /// What people are told of it, unless the radio has words of its own.
    package var words: String {
        switch self {
        case .noService: "there is no Bluetooth on this machine"
        case .noAdapter: "there is no adapter"
        case .off: "is switched off"
        case .notAdvertising: "does not advertise, so no phone can come"
        case .listening: "waits for phones"
        }
    }
}

extension PhoneState {
    /// What people are told of it.
    package var words: String {
        switch self {
        case .connected: "connected"
        case .ready: "ready"
        case .notShared: "does not share its notifications yet: allow it in Settings > Bluetooth"
        case .notSecure: "is not paired"
        case .unavailable: "offers no notifications at the moment"
        case .unresponsive: "does not answer"
        case .disconnected: "disconnected"
        }
    }
}
