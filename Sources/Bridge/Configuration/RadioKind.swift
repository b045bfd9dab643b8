/// Where phones come from.
package enum RadioKind: String, CaseIterable, Sendable {
    case bluez
    case kernel
    case simulated

    /// The way to real phones; nil where there are none.
    package var real: RealRadio? { RealRadio(rawValue: rawValue) }

    /// What is said where somebody asks for a phone that was paired.
    package static let nothingPaired =
        "the phones of this bridge are simulated: none is paired, and none can be paired or forgotten"

    /// The same where the configuration says so.
    package static let nothingPairedHere =
        "the configuration says radio = simulated: no phone is paired, and none can be paired or "
        + "forgotten; --radio bluez, or kernel, is about real ones"
}

/// The ways to phones that are real.
package enum RealRadio: String, CaseIterable, Sendable {
    /// By way of bluetoothd.
    case bluez
    /// With nothing but the kernel.
    case kernel
}
