/// Source of phones.
package enum RadioKind: String, CaseIterable, Sendable {
    case bluez
    case kernel
    case simulated

    /// The radio for real phones; nil for simulated ones.
    package var real: RealRadio? { RealRadio(rawValue: rawValue) }

    /// Message for requests about paired phones if the bridge simulates them.
    package static let nothingPaired =
        "the phones of this bridge are simulated: none is paired, and none can be paired or forgotten"

    /// Message for commands about paired phones if the configuration simulates them.
    package static let nothingPairedHere =
        "the configuration says radio = simulated: no phone is paired, and none can be paired or "
        + "forgotten; add --radio bluez or --radio kernel for real phones"
}

/// Radios for real phones.
package enum RealRadio: String, CaseIterable, Sendable {
    /// Through bluetoothd.
    case bluez
    /// Through the kernel alone.
    case kernel
}
