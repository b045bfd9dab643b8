import Linux
import Radio

/// The keys that one pairing brings, which the kernel tells one after the other, until they are a
/// bond.
@LoopActor
final class PairedKeys {
    /// What a pairing has brought.
    struct Outcome {
        let bond: Bond
        /// The address that the phone had until then.
        let former: PeerAddress
        /// Whether the phone keeps the keys, too.
        let isLasting: Bool
    }

    /// The kernel tells all keys of a pairing at once; this is how long that may take it.
    private static let settling: Duration = .milliseconds(50)

    private let adapter: BluetoothAddress
    private weak let window: KernelWindow?
    /// The address that the peer had on air when it was let in.
    let former: PeerAddress
    /// The address that stays the same, once it is told.
    private(set) var identity: PeerAddress
    private var identityKey: IdentityResolvingKey?
    private var keys: [LongTermKey] = []
    private var isLasting = true
    private let alarm: Alarm

    /// - Parameters:
    ///   - peer: who was let in.
    ///   - window: decides, once, about what they are.
    init(
        of peer: PeerAddress, on adapter: BluetoothAddress, pace: Pace, for window: KernelWindow
    ) {
        former = peer
        identity = peer
        self.adapter = adapter
        alarm = Alarm(on: pace)
        self.window = window
    }

    /// Whose keys there are, of those that are no bond yet.
    var owner: PeerAddress? { keys.isEmpty ? nil : identity }

    /// Waits for no more keys.
    func cancel() {
        alarm.cancel()
    }

    /// Takes what the kernel tells, and says whether that was a key of this pairing.
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
    /// What the host can do, in the kernel's numbers.
    var capability: IOCapability {
        switch self {
        case .compare: .displayYesNo
        case .passkey: .displayOnly
        case .confirm: .noInputNoOutput
        }
    }

    /// What a link must become by pairing so.
    var level: SecurityLevel { self == .confirm ? .medium : .high }

    /// Why a bond that was made so is not to be kept; nil where it is.
    func objection(to outcome: PairedKeys.Outcome) -> String? {
        let bond = outcome.bond
        if !outcome.isLasting { return "it does not keep its key" }
        if !bond.keys.allSatisfy(\.isSound) { return "its key is too short" }
        // A phone that changes its address and does not say how could not be recognised.
        if !bond.peer.isIdentity { return "it does not say who it is" }
        return self != .confirm && !bond.isAuthenticated ? "it did without the number" : nil
    }
}
