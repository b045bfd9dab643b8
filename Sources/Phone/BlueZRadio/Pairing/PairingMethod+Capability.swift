import Radio

extension PairingMethod {
    /// What the host can do, in bluetoothd's words.
    var capability: String {
        switch self {
        case .compare: "DisplayYesNo"
        case .passkey: "DisplayOnly"
        case .confirm: "NoInputNoOutput"
        }
    }
}
