package import Notices

extension RadioCondition {
    /// Description for users, unless the radio provides its own.
    package var words: String {
        switch self {
        case .noService: "there is no Bluetooth on this host"
        case .noAdapter: "there is no adapter"
        case .off: "is switched off"
        case .notAdvertising: "does not advertise, so no phone can connect"
        case .listening: "waits for phones"
        }
    }
}

extension PhoneState {
    /// Description for users.
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
