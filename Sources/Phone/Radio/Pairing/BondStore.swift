package import Linux

/// Whoever has the bonds of the phones that were paired here: good for one look or one removal.
@LoopActor
package protocol BondStore: AnyObject {
    /// Looks at these phones.
    func look(at phones: [PairedPhone]) async -> [BondStatus]

    /// Removes a phone's bond, on every adapter unless one was asked for.
    ///
    /// - Parameters:
    ///   - allow: called before anything is removed, also where the keeper cannot be asked; where it
    ///     says no, nothing is removed.
    func removeBond(of address: String, after allow: @LoopActor () -> Bool) async -> BondRemoval
}

/// How a phone is at the moment.
package struct BondStatus: Hashable, Sendable {
    /// Which phone this is about.
    package let phone: PairedPhone
    /// Whether the bond is still there; nil where that cannot be known.
    package var isBonded: Bool?
    /// Whether the phone is connected.
    package var isConnected: Bool
    /// How full its battery is, in percent, while it says so.
    package var battery: Int?
    /// Why it cannot be known whether the bond is there, where the keeper can say.
    package var doubt: String?

    /// What is known of a phone.
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

/// What became of a bond that was to be removed.
package enum BondRemoval: Hashable, Sendable {
    /// There is none any more.
    case gone
    /// There is none on the adapter that was asked for, but on these; nothing was done.
    case elsewhere([String])
    /// The adapter that was asked for is not there; nothing was done.
    case noAdapter
    /// The keeper cannot be asked, or keeps it; the words say what a person can do.
    case kept(String)
}
