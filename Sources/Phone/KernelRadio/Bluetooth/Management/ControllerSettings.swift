/// Supported or current settings of an adapter.
package struct ControllerSettings: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let powered = ControllerSettings(rawValue: 1 << 0)
    /// Peers may connect.
    package static let connectable = ControllerSettings(rawValue: 1 << 1)
    /// Scanning peers can find it.
    package static let discoverable = ControllerSettings(rawValue: 1 << 3)
    /// Pairing creates bonds.
    package static let bondable = ControllerSettings(rawValue: 1 << 4)
    /// Classic Bluetooth.
    package static let bredr = ControllerSettings(rawValue: 1 << 7)
    package static let lowEnergy = ControllerSettings(rawValue: 1 << 9)
    /// The adapter sends advertisements of its own.
    package static let advertising = ControllerSettings(rawValue: 1 << 10)
    /// Pairing with Secure Connections (P-256).
    package static let secureConnections = ControllerSettings(rawValue: 1 << 11)
    /// Changing addresses on the air.
    package static let privacy = ControllerSettings(rawValue: 1 << 13)
    /// The adapter resolves changing addresses itself, with keys from the kernel.
    ///
    /// Kernels before 6.16 do not report that.
    package static let addressResolution = ControllerSettings(rawValue: 1 << 22)
    /// The adapter needs configuration before use.
    package static let configuration = ControllerSettings(rawValue: 1 << 14)
}
