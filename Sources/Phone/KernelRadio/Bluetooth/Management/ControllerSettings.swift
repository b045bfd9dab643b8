/// What an adapter can do, or does at present.
package struct ControllerSettings: OptionSet, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt32

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// It is switched on.
    package static let powered = ControllerSettings(rawValue: 1 << 0)
    /// Peers may make links to it.
    package static let connectable = ControllerSettings(rawValue: 1 << 1)
    /// It is found by peers that look around.
    package static let discoverable = ControllerSettings(rawValue: 1 << 3)
    /// It makes bonds with those who pair.
    package static let bondable = ControllerSettings(rawValue: 1 << 4)
    /// It speaks Classic Bluetooth.
    package static let bredr = ControllerSettings(rawValue: 1 << 7)
    /// It speaks Low Energy.
    package static let lowEnergy = ControllerSettings(rawValue: 1 << 9)
    /// It sends advertisements of its own.
    package static let advertising = ControllerSettings(rawValue: 1 << 10)
    /// It pairs in the newer way, with P-256.
    package static let secureConnections = ControllerSettings(rawValue: 1 << 11)
    /// It changes its address on air.
    package static let privacy = ControllerSettings(rawValue: 1 << 13)
    /// It finds out itself, by the keys that the kernel gives it, who is behind a changing address;
    /// kernels before 6.16 do not say so.
    package static let addressResolution = ControllerSettings(rawValue: 1 << 22)
    /// It needs something before it can be used.
    package static let configuration = ControllerSettings(rawValue: 1 << 14)
}
