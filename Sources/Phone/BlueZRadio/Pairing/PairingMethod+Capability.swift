import Radio

extension PairingMethod {
    /// Capability of the host as bluetoothd names it.
    var capability: String {
        switch self {
        case .compare: "DisplayYesNo"
        case .passkey: "DisplayOnly"
        case .confirm: "NoInputNoOutput"
        }
    }
}
