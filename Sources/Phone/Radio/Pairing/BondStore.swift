package import Linux

/// Access to the bonds of the paired phones, for one look or one removal.
@LoopActor
package protocol BondStore: AnyObject {
    /// Returns the state of these phones.
    func look(at phones: [PairedPhone]) async -> [BondStatus]

    /// Removes a phone's bond, from every adapter unless one was chosen.
    ///
    /// - Parameters:
    ///   - allow: called before anything is removed, also if the bond store cannot be reached;
    ///     nothing is removed if it returns false. It is not called if the result is `elsewhere` or
    ///     `noAdapter`.
    func removeBond(of address: String, after allow: @LoopActor () -> Bool) async -> BondRemoval
}

/// Current state of a paired phone.
package struct BondStatus: Hashable, Sendable {
    package let phone: PairedPhone
    /// Whether the bond still exists; nil if that cannot be determined.
    package var isBonded: Bool?
    package var isConnected: Bool
    /// Battery level in percent, if the phone reports it.
    package var battery: Int?
    /// Reason why the state of the bond is unknown, if the bond store gives one.
    package var doubt: String?

    package init(
        phone: PairedPhone, isBonded: Bool?, isConnected: Bool = false, battery: Int? = nil,
        doubt: String? = nil
    ) {
        self.phone = phone
        self.isBonded = isBonded
        self.isConnected = isConnected
        self.battery = battery
        self.doubt = doubt
    }
}

/// Result of removing a bond.
package enum BondRemoval: Hashable, Sendable {
    /// The bond no longer exists.
    case gone
    /// The bond is not on the chosen adapter, but on these; no change.
    case elsewhere([String])
    /// The chosen adapter does not exist; no change.
    case noAdapter
    /// The bond store cannot be reached or kept the bond; the text says how to fix that.
    case kept(String)
}
