import Linux
import Radio

/// Keys of one pairing, reported by the kernel one after the other, until they form a bond.
@LoopActor
final class PairedKeys {
    /// Result of a pairing.
    struct Outcome {
        let bond: Bond
        /// Previous address of the phone.
        let former: PeerAddress
        /// Whether the phone also stores the keys.
        let isLasting: Bool
    }

    /// Delay after each long-term key until the pairing counts as complete; the kernel reports all
    /// its keys at once.
    private static let settling: Duration = .milliseconds(50)

    private let adapter: BluetoothAddress
    private weak let window: KernelWindow?
    /// Address of the peer on the air when it was admitted.
    let former: PeerAddress
    /// Identity address; until it is reported, the address on the air.
    private(set) var identity: PeerAddress
    private var identityKey: IdentityResolvingKey?
    private var keys: [LongTermKey] = []
    private var isLasting = true
    private let alarm: Alarm

    /// - Parameters:
    ///   - peer: the admitted peer.
    ///   - window: receives the result, once.
    init(
        of peer: PeerAddress, on adapter: BluetoothAddress, pace: Pace, for window: KernelWindow
    ) {
        former = peer
        identity = peer
        self.adapter = adapter
        alarm = Alarm(on: pace)
        self.window = window
    }

    /// Owner of the keys received so far; nil without keys.
    var owner: PeerAddress? { keys.isEmpty ? nil : identity }

    /// Stops waiting for keys.
    func cancel() {
        alarm.cancel()
    }

    /// Handles an event of the kernel, and returns whether it was a key of this pairing.
    func take(_ event: ManagementEvent) -> Bool {
        switch event {
        case .newIdentityResolvingKey(_, let resolvable, let key):
            guard resolvable == former.address || key.peer == former else { return false }
            identity = key.peer
            identityKey = key
        case .newLongTermKey(let isToBeStored, let key):
            guard key.peer == identity else { return false }
            keys.append(key)
            isLasting = isLasting && isToBeStored
            settle()
        default: return false
        }
        return true
    }

    private func settle() {
        alarm.set(after: Self.settling, for: self) { $0.conclude() }
    }

    private func conclude() {
        let bond = Bond(adapter: adapter, peer: identity, keys: keys, identityKey: identityKey)
        window?.decide(about: Outcome(bond: bond, former: former, isLasting: isLasting))
    }
}

extension PairingMethod {
    /// Input and output capability of the host for this method.
    var capability: IOCapability {
        switch self {
        case .compare: .displayYesNo
        case .passkey: .displayOnly
        case .confirm: .noInputNoOutput
        }
    }

    /// Security level that pairing must reach.
    var level: SecurityLevel { self == .confirm ? .medium : .high }

    /// Returns the reason to reject a bond; nil if it is acceptable.
    func objection(to outcome: PairedKeys.Outcome) -> String? {
        let bond = outcome.bond
        if !outcome.isLasting { return "it does not keep its key" }
        if !bond.keys.allSatisfy(\.isSound) { return "its key is too short" }
        // A phone with changing addresses and no identity could not be recognized.
        if !bond.peer.isIdentity { return "it does not say who it is" }
        return self != .confirm && !bond.isAuthenticated ? "it did without the number" : nil
    }
}
